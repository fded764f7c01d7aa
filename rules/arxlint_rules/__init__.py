"""The rules that arxlint ships, in order of code.  A rule that is not in ``RULES`` does not exist."""

from __future__ import annotations

from arxlint_rules.corpus.conflicting_baseline import ConflictingBaseline
from arxlint_rules.corpus.contradictory_listing import ContradictoryListing
from arxlint_rules.corpus.miscounted_list import MiscountedList
from arxlint_rules.corpus.misdated_document import MisdatedDocument
from arxlint_rules.corpus.mismatched_card import MismatchedCard
from arxlint_rules.corpus.missing_card import MissingCard
from arxlint_rules.corpus.missing_source import MissingSource
from arxlint_rules.corpus.repeated_entry import RepeatedEntry
from arxlint_rules.corpus.stale_novelty import StaleNovelty
from arxlint_rules.history.changed_identifier import ChangedIdentifier
from arxlint_rules.identifier.disguised_identifier import DisguisedIdentifier
from arxlint_rules.identifier.impossible_identifier import ImpossibleIdentifier
from arxlint_rules.identifier.link_text_mismatch import LinkTextMismatch
from arxlint_rules.identifier.malformed_identifier import MalformedIdentifier
from arxlint_rules.identifier.noncanonical_link import NoncanonicalLink
from arxlint_rules.identifier.postdated_citation import PostdatedCitation
from arxlint_rules.label.mismatched_author import MismatchedAuthor
from arxlint_rules.label.mismatched_label import MismatchedLabel
from arxlint_rules.label.mismatched_year import MismatchedYear
from arxlint_rules.label.shared_identifier import SharedIdentifier
from arxlint_rules.label.split_label import SplitLabel
from arxlint_rules.label.unsupported_nickname import UnsupportedNickname
from arxlint_rules.record.published_elsewhere import PublishedElsewhere
from arxlint_rules.record.ungrounded_figure import UngroundedFigure
from arxlint_rules.record.unknown_paper import UnknownPaper
from arxlint_rules.record.withdrawn_paper import WithdrawnPaper
from arxlint_rules.version.conflicting_versions import ConflictingVersions
from arxlint_rules.version.mismatched_version_date import MismatchedVersionDate
from arxlint_rules.version.outdated_version import OutdatedVersion
from arxlint_rules.version.unreleased_version import UnreleasedVersion

RULES = (
    MalformedIdentifier,
    ImpossibleIdentifier,
    DisguisedIdentifier,
    NoncanonicalLink,
    LinkTextMismatch,
    PostdatedCitation,
    UnreleasedVersion,
    OutdatedVersion,
    MismatchedVersionDate,
    ConflictingVersions,
    SplitLabel,
    SharedIdentifier,
    MismatchedLabel,
    MismatchedAuthor,
    MismatchedYear,
    UnsupportedNickname,
    UnknownPaper,
    WithdrawnPaper,
    PublishedElsewhere,
    MiscountedList,
    RepeatedEntry,
    ContradictoryListing,
    StaleNovelty,
    MismatchedCard,
    MissingCard,
    MissingSource,
    MisdatedDocument,
    ConflictingBaseline,
    ChangedIdentifier,
    UngroundedFigure,
)
