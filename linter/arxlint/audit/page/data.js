// What the report holds, read once, with what follows from it.
//
// DATA.documents: [path, instance, date, kind, mentions (0 if it was only read as context)]
// finding.place: [document, line, column, before, marked, after, cut before, cut after]
// finding.related: places with a message at the end
// paper.names: [text, kind, count, instances];  paper.places: [document, line, column, version or 0, name or -1]
// paper.arxiv.versions: [number, date, title, withdrawn]

const DATA = JSON.parse(byId('data').textContent);
const SEVERITIES = ['error', 'warning', 'note'];
const NO_INSTANCE = '(none)';
const UNDATED = '(undated)';

const papersById = new Map(DATA.papers.map((paper) => [paper.id, paper]));

const documentOf = (index) => {
  const [path, instance, date, kind, mentions] = DATA.documents[index];
  return { path, instance, date, kind, mentions };
};

function titleOf(id) {
  const paper = papersById.get(id);
  return paper && paper.arxiv ? paper.arxiv.title : '';
}

const fold = (text) => text.normalize('NFKC').toLowerCase();

/** What a finding is searched and filtered by, worked out once. */
const FINDINGS = DATA.findings.map((finding, index) => {
  const { path, instance, date } = documentOf(finding.place[0]);
  const { papers } = finding;
  const against = new Set();
  for (const place of finding.related) {
    const other = documentOf(place[0]);
    if (other.path !== path) against.add(other.instance || NO_INSTANCE);
  }
  const words = [path, finding.message, finding.code, DATA.rules[finding.code]?.name, finding.label, finding.help];
  words.push(...papers, ...papers.map(titleOf), instance);
  return {
    index,
    data: finding,
    path,
    date,
    against,
    keys: {
      sev: [finding.severity],
      rule: [finding.code],
      inst: [instance || NO_INSTANCE],
      month: [date ? date.slice(0, 7) : UNDATED],
      file: [path],
      paper: papers,
    },
    // Newlines part the fields, so that no search runs from one into the next.
    text: fold(words.filter(Boolean).join('\n')),
    key: finding.fingerprint || String(index),
  };
});

const findingByKey = new Map(FINDINGS.map((finding) => [finding.key, finding]));

for (const paper of DATA.papers) {
  const names = paper.names.map((name) => name[0]);
  paper.title = paper.arxiv ? paper.arxiv.title : names[0] || '';
  const authors = paper.arxiv ? paper.arxiv.authors : [];
  paper.text = fold([paper.id, paper.title, ...names, ...authors].join('\n'));
  paper.worst = Math.min(3, ...paper.findings.map((index) => SEVERITIES.indexOf(DATA.findings[index].severity)));
}
