// The timeline: citations above, findings by severity below, on one axis of months or days.

const CHART = { width: 1000, top: 92, bottom: 92, axis: 26, left: 44, gap: 18, head: 20 };
const MOST_DAYS = 750;

/** Citations and findings by month or day.  Days without any are kept: silence is part of the picture. */
function timeline(unit) {
  const cut = unit === 'day' ? 10 : 7;
  const bins = new Map();
  const bin = (date) => {
    const key = date.slice(0, cut);
    if (!bins.has(key)) bins.set(key, { key, citations: 0, documents: 0, error: 0, warning: 0, note: 0 });
    return bins.get(key);
  };
  for (const [, , date, , mentions] of DATA.documents) {
    if (!date || !mentions) continue;
    const one = bin(date);
    one.citations += mentions;
    one.documents += 1;
  }
  for (const finding of FINDINGS) if (finding.date) bin(finding.date)[finding.data.severity] += 1;
  const keys = [...bins.keys()].sort();
  if (!keys.length) return [];
  return span(keys[0], keys[keys.length - 1], unit).map((key) => bins.get(key) || bin(key));
}

function span(first, last, unit) {
  const keys = [];
  const at = new Date(`${first.length === 7 ? first + '-01' : first}T00:00:00Z`);
  for (let key = first; key <= last && keys.length < 5000;) {
    keys.push(key);
    if (unit === 'day') at.setUTCDate(at.getUTCDate() + 1);
    else at.setUTCMonth(at.getUTCMonth() + 1);
    key = at.toISOString().slice(0, first.length);
  }
  return keys;
}

function daysBetween() {
  const dates = DATA.documents.filter((one) => one[2] && one[4]).map((one) => one[2]).sort();
  if (!dates.length) return 0;
  return (Date.parse(dates[dates.length - 1]) - Date.parse(dates[0])) / 86400000 + 1;
}

function niceTop(value) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  for (const step of [1, 2, 5, 10]) if (value <= step * unit) return Math.max(2, step * unit);
  return value;
}

function timelineChart(unit) {
  const bins = timeline(unit);
  const { width, top, bottom, axis, left, gap, head } = CHART;
  const height = top + gap + bottom + axis;
  const step = (width - left) / bins.length;
  const bar = Math.max(0.8, Math.min(46, step * (step > 6 ? 0.72 : 0.9)));
  const most = niceTop(Math.max(...bins.map((one) => one.citations)));
  const worst = niceTop(Math.max(...bins.map((one) => one.error + one.warning + one.note)));
  const chart = s('svg', {
    class: 'timeline', viewBox: `0 0 ${width} ${height}`, role: 'group',
    'aria-label': `Citations and findings by ${unit}`,
  });
  const base = top + gap + bottom;
  chart.append(...gridLine(left, width, head, top, most), ...gridLine(left, width, top + gap + head, base, worst));
  chart.append(
    s('text', { x: left, y: 12, class: 'chart-title' }, 'citations'),
    s('text', { x: left, y: top + gap + 12, class: 'chart-title' }, 'findings'));
  bins.forEach((one, index) => {
    const x = left + index * step + (step - bar) / 2;
    const total = one.error + one.warning + one.note;
    const said = `${one.key}: ${plural(one.citations, 'citation')} in ${plural(one.documents, 'document')}, ${plural(total, 'finding')}`;
    const group = s('g', { class: 'bin' });
    group.append(s('title', {}, said));
    group.append(s('rect', { class: 'hit', x: left + index * step, y: 0, width: step, height: base }));
    const tall = ((top - head) * one.citations) / most;
    if (one.citations) group.append(s('rect', { class: 'citations', x, y: top - tall, width: bar, height: tall }));
    let y = base;
    for (const severity of ['note', 'warning', 'error']) {
      const part = ((bottom - head) * one[severity]) / worst;
      if (!part) continue;
      y -= part;
      group.append(s('rect', { class: severity, x, y, width: bar, height: part }));
    }
    if (total) {
      const open = () => showFindings(unit === 'day' ? { day: one.key } : { facets: { month: [one.key] } });
      group.classList.add('filled');
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '0');
      group.setAttribute('aria-label', said);
      group.addEventListener('click', open);
      group.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); open(); }
      });
    }
    chart.append(group);
  });
  chart.append(...axisLabels(bins, step, left, base));
  return chart;
}

function gridLine(left, width, top, base, value) {
  return [
    s('line', { class: 'grid', x1: left, x2: width, y1: top, y2: top }),
    s('line', { class: 'ground', x1: left, x2: width, y1: base, y2: base }),
    s('text', { x: left - 8, y: top + 4, class: 'tick', 'text-anchor': 'end' }, number.format(value)),
    s('text', { x: left - 8, y: base + 4, class: 'tick', 'text-anchor': 'end' }, '0'),
  ];
}

function axisLabels(bins, step, left, base) {
  const every = Math.max(1, Math.ceil(92 / step));
  const labels = [];
  bins.forEach((one, index) => {
    if (index % every) return;
    labels.push(s('text', { x: left + (index + 0.5) * step, y: base + 20, class: 'tick', 'text-anchor': 'middle' }, one.key));
  });
  return labels;
}

/** A bar beside a number, for tables. */
function share(value, most, kind) {
  const bar = h('span', { class: `share ${kind || ''}`, 'aria-hidden': 'true' });
  bar.style.setProperty('--share', String(most ? value / most : 0));
  return bar;
}
