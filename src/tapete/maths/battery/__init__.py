"""The battery: whether outcomes look as chance would have them, and how sure one may be.

It judges final outcomes, after scaling and shuffling: of our own draws, of a wheel, of an
extractor. Proof comes before it (`tests/chance`): no test of outcomes could see a bias of one in
2⁵⁰, and none is there.
"""
