"""For how long somebody is kept out: until a moment, or without an end.

The regulation leaves the period to the casino (CAT-I.5.3-02) and says none for whoever excludes
himself (CAT-VII.3.1-03). These are the terms of this house, whoever enters them.
"""

from __future__ import annotations

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Moment
from tapete.floor.people.person import BARRED, Reason

PERIOD: ClauseId = "CAT-I.5.3-02"
DAY = 86_400.0
TERM_MIN, YEARS_MAX = 3_600.0, 20
"""The shortest term, and the longest: it reaches to the majority of any minor. Whoever is to be
kept out for longer is kept out without an end."""
TERM_MAX = YEARS_MAX * 365.25 * DAY
OWN_MIN, CLOCKS_DIFFER = 30 * DAY, DAY
"""The shortest exclusion at one's own wish: a break is for less. The clock of whoever asks may be
behind."""


def term(why: Reason, until: Moment | None, now: Moment) -> Moment | None:
    """The end of an exclusion as it is written. Raises `Refused` if it is no term.

    >>> term("desorden", None, 0.0), term("desorden", 86400.0, 0.0)
    (None, 86400.0)
    >>> term("desorden", 86400.0, 90000.0)
    Traceback (most recent call last):
    ...
    tapete.core.book.refused.Refused: bad-term [CAT-I.5.3-02] hours=1 years=20
    """
    if until is None:
        return None
    if why == "autoexclusion":
        if until < now + OWN_MIN - CLOCKS_DIFFER:
            raise Refused(BARRED[why], "exclusion-too-short", days=int(OWN_MIN // DAY))
        until = max(until, now + OWN_MIN)
    if not TERM_MIN <= until - now <= TERM_MAX:
        raise Refused(PERIOD, "bad-term", hours=int(TERM_MIN // 3600), years=YEARS_MAX)
    return until
