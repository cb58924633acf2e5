"""hand_lookup.of_many and deck_proof's sweep in assembler, for chips with Arm's Thumb instructions; 50 cycles a hand.

Only such a chip has this file (pitctl/flashing/compile.py). Arguments are addresses in an array of words. What
MicroPython's assembler has no name for is given as data: loads with a register as offset, and UXTB (ARMv6-M
Architecture Reference Manual, A5.2.4).
"""

import micropython


@micropython.asm_thumb
def of_many(r0):
    """[0] cards, [1] values, [2] how many hands, [3] tables, [4] their words, [5] their flags."""
    mov(r1, r8)
    push({r1, r4, r5, r6, r7})
    ldr(r1, [r0, 4])
    ldr(r2, [r0, 8])
    ldr(r3, [r0, 12])
    ldr(r6, [r0, 16])
    ldr(r7, [r0, 20])
    mov(r8, r7)
    ldr(r0, [r0, 0])

    label(HAND)
    ldrb(r5, [r0, 0])
    lsl(r5, r5, 2)
    data(2, 0x5974)  # ldr r4, [r6, r5]
    ldrb(r5, [r0, 1])
    lsl(r5, r5, 2)
    data(2, 0x5975)  # ldr r5, [r6, r5]
    add(r4, r4, r5)
    ldrb(r5, [r0, 2])
    lsl(r5, r5, 2)
    data(2, 0x5975)
    add(r4, r4, r5)
    ldrb(r5, [r0, 3])
    lsl(r5, r5, 2)
    data(2, 0x5975)
    add(r4, r4, r5)
    ldrb(r5, [r0, 4])
    lsl(r5, r5, 2)
    data(2, 0x5975)
    add(r4, r4, r5)  # the sum
    lsr(r5, r4, 18)
    lsl(r5, r5, 1)
    data(2, 0x5B5D)  # ldrh r5, [r3, r5]: the row
    lsl(r7, r4, 14)
    lsr(r7, r7, 22)  # twice the column: bit 8 of a sum is never set
    add(r5, r5, r7)
    data(2, 0x5B5D)  # ldrh r5, [r3, r5]: the slot
    data(2, 0xB2E4)  # uxtb r4, r4
    mov(r7, r8)
    data(2, 0x5D3C)  # ldrb r4, [r7, r4]: the flag
    lsr(r4, r4, 1)
    bcs(FLUSH)
    label(STORE)
    str(r5, [r1, 0])
    add(r1, r1, 4)
    add(r0, r0, 5)
    sub(r2, r2, 1)
    bne(HAND)
    b(END)

    label(FLUSH)
    lsr(r4, r5, 13)
    beq(PLAIN)
    mov(r7, 121)
    lsl(r7, r7, 8)
    add(r7, 193)
    add(r5, r5, r7)  # 31169: to a straight flush
    lsl(r4, r5, 19)
    lsr(r4, r4, 19)
    cmp(r4, 1)
    bne(STORE)
    mov(r7, 1)
    lsl(r7, r7, 13)
    add(r5, r5, r7)  # to the royal flush
    b(STORE)
    label(PLAIN)
    mov(r7, 233)
    lsl(r7, r7, 8)
    add(r7, 25)
    add(r5, r5, r7)  # 59673: to a flush
    b(STORE)

    label(END)
    pop({r1, r4, r5, r6, r7})
    mov(r8, r1)


@micropython.asm_thumb
def sweep(r0):
    """Every third, fourth and fifth card behind two others, in order.

    [0] sum of the two, [1] address of the first word that may be the third, [2] of the end of the words, [3] tables,
    [4] flags, [5] counts of the categories, [6] a byte for each class, [7] the digest, in and out, [8] sum of three.
    """
    mov(r1, r8)
    mov(r2, r9)
    mov(r3, r10)
    push({r1, r2, r3, r4, r5, r6, r7})
    mov(r1, r11)
    push({r1})
    ldr(r3, [r0, 12])
    ldr(r4, [r0, 16])
    mov(r8, r4)  # flags
    ldr(r4, [r0, 20])
    mov(r9, r4)  # counts
    ldr(r4, [r0, 24])
    mov(r10, r4)  # classes
    ldr(r4, [r0, 28])
    mov(r11, r4)  # digest

    label(THIRD)
    ldr(r1, [r0, 4])
    ldr(r4, [r0, 8])
    cmp(r1, r4)
    beq(END)
    ldr(r5, [r0, 0])
    ldr(r4, [r1, 0])
    add(r5, r5, r4)
    str(r5, [r0, 32])  # the sum of three
    add(r1, r1, 4)
    str(r1, [r0, 4])

    label(FOURTH)
    ldr(r4, [r0, 8])
    cmp(r1, r4)
    beq(THIRD)
    ldr(r5, [r0, 32])
    ldr(r4, [r1, 0])
    add(r5, r5, r4)  # the sum of four
    add(r1, r1, 4)
    mov(r2, r1)
    ldr(r4, [r0, 8])
    cmp(r2, r4)
    beq(THIRD)

    label(FIFTH)
    ldr(r4, [r2, 0])
    add(r4, r4, r5)
    lsr(r6, r4, 18)
    lsl(r6, r6, 1)
    data(2, 0x5B9E)  # ldrh r6, [r3, r6]: the row
    lsl(r7, r4, 14)
    lsr(r7, r7, 22)
    add(r6, r6, r7)
    data(2, 0x5B9E)  # ldrh r6, [r3, r6]: the slot
    data(2, 0xB2E4)  # uxtb r4, r4
    mov(r7, r8)
    data(2, 0x5D3C)  # ldrb r4, [r7, r4]: the flag
    lsr(r4, r4, 1)
    bcs(FLUSH)
    label(COUNT)
    mov(r4, r11)
    lsl(r7, r4, 5)
    sub(r7, r7, r4)
    add(r7, r7, r6)
    lsl(r7, r7, 2)
    lsr(r7, r7, 2)
    mov(r11, r7)  # digest * 31 + value, in 30 bits
    lsr(r4, r6, 13)
    lsl(r4, r4, 2)
    mov(r7, r9)
    add(r7, r7, r4)
    ldr(r4, [r7, 0])
    add(r4, r4, 1)
    str(r4, [r7, 0])
    lsl(r6, r6, 19)
    lsr(r6, r6, 19)
    mov(r7, r10)
    add(r7, r7, r6)
    mov(r4, 1)
    strb(r4, [r7, 0])
    add(r2, r2, 4)
    ldr(r4, [r0, 8])
    cmp(r2, r4)
    bne(FIFTH)
    b(FOURTH)

    label(FLUSH)
    lsr(r4, r6, 13)
    beq(PLAIN)
    mov(r7, 121)
    lsl(r7, r7, 8)
    add(r7, 193)
    add(r6, r6, r7)
    lsl(r4, r6, 19)
    lsr(r4, r4, 19)
    cmp(r4, 1)
    bne(COUNT)
    mov(r7, 1)
    lsl(r7, r7, 13)
    add(r6, r6, r7)
    b(COUNT)
    label(PLAIN)
    mov(r7, 233)
    lsl(r7, r7, 8)
    add(r7, 25)
    add(r6, r6, r7)
    b(COUNT)

    label(END)
    mov(r4, r11)
    str(r4, [r0, 28])
    pop({r1})
    mov(r11, r1)
    pop({r1, r2, r3, r4, r5, r6, r7})
    mov(r8, r1)
    mov(r9, r2)
    mov(r10, r3)
