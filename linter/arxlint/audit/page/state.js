// What is shown is what the address says after '#': a link to the page is a link to just this view of it.

const FACETS = ['sev', 'rule', 'inst', 'month', 'paper', 'file'];
const VIEWS = ['overview', 'findings', 'papers'];

function emptyState() {
  const facets = Object.fromEntries(FACETS.map((name) => [name, []]));
  return {
    view: 'overview', q: '', group: 'file', pair: '', conflict: '', finding: '', day: '',
    paper: '', sort: 'findings', papers: 'all', unit: '', ...{ facets },
  };
}

const PLAIN = ['q', 'group', 'pair', 'conflict', 'finding', 'day', 'sort', 'papers', 'unit'];
const CHOICES = {
  group: ['file', 'conflict', 'rule'],
  sort: ['findings', 'cited', 'names', 'id', 'recent'],
  papers: ['all', 'findings', 'unverified', 'absent', 'withdrawn', 'several'],
  unit: ['', 'month', 'day'],
};

function readState() {
  const state = emptyState();
  const given = new URLSearchParams(location.hash.slice(1));
  if (VIEWS.includes(given.get('view'))) state.view = given.get('view');
  for (const name of PLAIN) {
    const value = given.get(name);
    if (value !== null && (!CHOICES[name] || CHOICES[name].includes(value))) state[name] = value;
  }
  for (const name of FACETS) state.facets[name] = [...new Set(given.getAll(name))];
  state.paper = given.get('show') || '';
  return state;
}

function writeState(state) {
  const initial = emptyState();
  const out = new URLSearchParams();
  if (state.view !== initial.view) out.set('view', state.view);
  for (const name of PLAIN) if (state[name] !== initial[name]) out.set(name, state[name]);
  for (const name of FACETS) for (const value of state.facets[name]) out.append(name, value);
  if (state.paper) out.set('show', state.paper);
  return out.toString();
}

let state = readState();
const listeners = [];

/** Change what is shown.  A step that Back should undo is pushed; a keystroke replaces the one before. */
function change(patch, { push = false } = {}) {
  state = { ...state, ...patch };
  const hash = '#' + writeState(state);
  if (hash !== (location.hash || '#')) history[push ? 'pushState' : 'replaceState'](null, '', hash);
  for (const listener of listeners) listener(patch);
}

function onChange(listener) {
  listeners.push(listener);
}

window.addEventListener('popstate', () => {
  state = readState();
  for (const listener of listeners) listener(state);
});

/** Show findings under some filters only; whatever else was filtered is dropped. */
function showFindings(filters) {
  const { facets = {}, ...others } = filters;
  const next = emptyState();
  change({ ...next, view: 'findings', group: state.group, ...others, facets: { ...next.facets, ...facets } }, { push: true });
  window.scrollTo(0, byId('bar').offsetTop);
}

function showPaper(id) {
  change({ view: 'papers', paper: id, papers: 'all', q: '' }, { push: true });
  window.scrollTo(0, byId('bar').offsetTop);
}

function toggleFacet(name, value) {
  const now = state.facets[name];
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
  change({ facets: { ...state.facets, [name]: next }, finding: '' }, { push: true });
}
