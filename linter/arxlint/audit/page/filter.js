// Filtering: one pass over the findings gives those that match and the counts beside every filter.

/** Findings under the current filters, and for each facet how many each of its values would leave. */
function filterFindings() {
  const terms = fold(state.q).split(/\s+/).filter(Boolean);
  const chosen = FACETS.map((name) => new Set(state.facets[name]));
  const counts = FACETS.map(() => new Map());
  const matching = [];
  for (const finding of FINDINGS) {
    if (!matchesAside(finding, terms)) continue;
    let failed = -1;
    let failures = 0;
    for (let facet = 0; facet < FACETS.length && failures < 2; facet += 1) {
      const wanted = chosen[facet];
      if (wanted.size && !finding.keys[FACETS[facet]].some((key) => wanted.has(key))) {
        failed = facet;
        failures += 1;
      }
    }
    if (failures === 0) {
      matching.push(finding);
      for (let facet = 0; facet < FACETS.length; facet += 1) tally(counts[facet], finding.keys[FACETS[facet]]);
    } else if (failures === 1) {
      // It fails by this facet alone, so choosing its value there would bring it back.
      tally(counts[failed], finding.keys[FACETS[failed]]);
    }
  }
  return { matching, counts: Object.fromEntries(FACETS.map((name, index) => [name, counts[index]])) };
}

function tally(counts, keys) {
  for (const key of keys) counts.set(key, (counts.get(key) || 0) + 1);
}

function matchesAside(finding, terms) {
  for (const term of terms) if (!finding.text.includes(term)) return false;
  if (state.conflict !== '' && finding.data.conflict !== Number(state.conflict)) return false;
  if (state.day && finding.date !== state.day) return false;
  if (state.pair) {
    const [one, other] = splitPair(state.pair);
    if (finding.keys.inst[0] !== one || !finding.against.has(other)) return false;
  }
  return true;
}

// A pair is two instance names, each encoded, so that no name can hold the sign between them.
const joinPair = (one, other) => `${encodeURIComponent(one)}~${encodeURIComponent(other)}`;

function splitPair(pair) {
  return pair.split('~').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** Papers under the current search and choice, in the chosen order. */
function filterPapers() {
  const terms = fold(state.q).split(/\s+/).filter(Boolean);
  const wanted = {
    all: () => true,
    findings: (paper) => paper.findings.length > 0,
    unverified: (paper) => paper.state === 'unverified',
    absent: (paper) => paper.state === 'absent',
    withdrawn: (paper) => paper.state === 'withdrawn',
    several: (paper) => paper.names.length > 1,
  }[state.papers];
  const order = {
    findings: (a, b) => a.worst - b.worst || b.findings.length - a.findings.length || b.places.length - a.places.length,
    cited: (a, b) => b.places.length - a.places.length,
    names: (a, b) => b.names.length - a.names.length,
    id: () => 0,
    recent: (a, b) => compare(lastDate(b), lastDate(a)),
  }[state.sort];
  return DATA.papers
    .filter((paper) => wanted(paper) && terms.every((term) => paper.text.includes(term)))
    .sort((a, b) => order(a, b) || compare(a.id, b.id));
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function lastDate(paper) {
  if (paper.last === undefined) {
    paper.last = paper.places.reduce((last, place) => {
      const date = DATA.documents[place[0]][2];
      return date > last ? date : last;
    }, '');
  }
  return paper.last;
}
