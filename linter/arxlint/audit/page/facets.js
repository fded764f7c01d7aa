// The filters beside the findings.

const FACET_NAMES = { sev: 'Severity', rule: 'Rule', inst: 'Instance', month: 'Month', paper: 'Paper', file: 'File' };
const FACET_SHOWN = { sev: 3, rule: 10, inst: 10, month: 12, paper: 8, file: 8 };
const FACET_MOST = 300;
const facetOpen = new Set();
const facetQuery = {};

function facetLabel(name, value) {
  if (name === 'rule' && DATA.rules[value]) return `${value} ${DATA.rules[value].name}`;
  return value;
}

function facetDetail(name, value) {
  return name === 'paper' ? titleOf(value) : '';
}

function facetValues(name, counts) {
  const values = [...counts.entries()];
  for (const chosen of state.facets[name]) if (!counts.has(chosen)) values.push([chosen, 0]);
  if (name === 'sev') return values.sort((a, b) => SEVERITIES.indexOf(a[0]) - SEVERITIES.indexOf(b[0]));
  if (name === 'month') return values.sort((a, b) => compare(b[0], a[0]));
  return values.sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
}

/** Build the filters anew; `redraw` is called when a filter is unfolded or searched. */
function renderFacets(element, counts, redraw) {
  const groups = FACETS.map((name) => facetGroup(name, facetValues(name, counts[name]), redraw));
  element.replaceChildren(...groups.filter(Boolean));
}

function facetGroup(name, values, redraw) {
  if (values.length === 0 || (name === 'inst' && values.every(([value]) => value === NO_INSTANCE))) return null;
  const query = facetQuery[name] || '';
  const wanted = fold(query);
  const found = query
    ? values.filter(([value]) => fold(facetLabel(name, value) + facetDetail(name, value)).includes(wanted))
    : values;
  const limit = facetOpen.has(name) ? FACET_MOST : FACET_SHOWN[name];
  const shownValues = found.slice(0, limit);
  for (const pair of found.slice(limit)) if (state.facets[name].includes(pair[0])) shownValues.push(pair);
  const most = Math.max(1, ...values.map((pair) => pair[1]));
  const title = `facet-${name}`;
  return h('fieldset', { class: 'facet', 'data-facet': name },
    h('legend', { id: title }, FACET_NAMES[name]),
    values.length > FACET_SHOWN[name] && facetOpen.has(name)
      ? h('input', {
        type: 'search', class: 'facet-search', value: query, placeholder: `Find a ${FACET_NAMES[name].toLowerCase()}`,
        'aria-label': `Find a ${FACET_NAMES[name].toLowerCase()}`, id: `facet-search-${name}`,
        oninput: (event) => { facetQuery[name] = event.target.value; redraw(); },
      }) : null,
    h('ul', {}, shownValues.map(([value, count]) => facetItem(name, value, count, most))),
    facetMore(name, found.length, limit, redraw));
}

function facetItem(name, value, count, most) {
  const id = `facet-${name}-${value}`;
  const bar = h('span', { class: 'facet-bar', 'aria-hidden': 'true' });
  bar.style.setProperty('--share', String(count / most));
  return h('li', { class: name === 'sev' ? value : '' },
    h('label', { title: facetDetail(name, value) || facetLabel(name, value) },
      h('input', {
        type: 'checkbox', id, checked: state.facets[name].includes(value), 'data-value': value,
        onchange: () => toggleFacet(name, value),
      }),
      h('span', { class: 'facet-label' }, name === 'file' ? h('bdi', {}, value) : facetLabel(name, value)),
      h('span', { class: 'facet-count' }, number.format(count)),
      bar));
}

function facetMore(name, count, limit, redraw) {
  const flip = () => {
    if (facetOpen.has(name)) facetOpen.delete(name);
    else facetOpen.add(name);
    facetQuery[name] = '';
    redraw();
  };
  if (facetOpen.has(name)) {
    const left = count > limit ? h('p', { class: 'aside' }, `and ${number.format(count - limit)} more: search for them`) : null;
    return [left, h('button', { type: 'button', class: 'quiet more', onclick: flip }, 'Show fewer')];
  }
  if (count <= limit) return null;
  return h('button', { type: 'button', class: 'quiet more', onclick: flip }, `All ${number.format(count)}`);
}

/** What is filtered by, each with a button that undoes it. */
function activeFilters() {
  const chips = [];
  for (const name of FACETS) {
    for (const value of state.facets[name]) {
      chips.push(filterChip(`${FACET_NAMES[name]}: ${facetLabel(name, value)}`, () => toggleFacet(name, value)));
    }
  }
  if (state.day) chips.push(filterChip(`Day: ${state.day}`, () => change({ day: '' }, { push: true })));
  if (state.pair) {
    const [one, other] = splitPair(state.pair);
    const text = one === other ? `${one} contradicts itself` : `${one} contradicts ${other}`;
    chips.push(filterChip(text, () => change({ pair: '' }, { push: true })));
  }
  if (state.conflict !== '') {
    const conflict = DATA.conflicts[Number(state.conflict)];
    chips.push(filterChip(`Conflict: ${conflict ? conflict.subject : '?'}`, () => change({ conflict: '' }, { push: true })));
  }
  if (state.q) chips.push(filterChip(`“${state.q}”`, () => change({ q: '' }, { push: true })));
  if (chips.length) {
    chips.push(h('button', { type: 'button', class: 'quiet clear', onclick: clearFilters }, 'Clear all'));
  }
  return chips;
}

function clearFilters() {
  const { facets } = emptyState();
  change({ facets, q: '', pair: '', conflict: '', day: '', finding: '' }, { push: true });
}

function filterChip(text, remove) {
  return h('button', { type: 'button', class: 'filter-chip', onclick: remove, 'aria-label': `Remove filter ${text}` },
    h('span', {}, text), h('span', { 'aria-hidden': 'true', class: 'cross' }, '×'));
}
