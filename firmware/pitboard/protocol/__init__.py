"""The wire between a board and a host: lines, requests, answers. Pure."""
