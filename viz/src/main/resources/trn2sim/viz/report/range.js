// What happened between two markers.

/** Adds up a row between two instants: busy time, waits by reason, bytes. */
function sumTrack(model, track, from, to) {
  const waits = new Map();
  let busy = 0;
  let bytes = 0;
  const overlap = (a, b) => Math.max(0, Math.min(b, to) - Math.max(a, from));
  const first = countBelow(track.ends, from, true);
  for (let bar = first; bar <= track.size; bar++) {
    const gap = model.gap(track, bar);
    if (gap.from >= to) break;
    const idle = overlap(gap.from, gap.to);
    const reason = model.reason(track, bar);
    if (idle > 0) waits.set(reason, (waits.get(reason) || 0) + idle);
    if (bar === track.size || track.starts[bar] >= to) break;
    const inside = overlap(track.starts[bar], track.ends[bar]);
    busy += inside;
    const duration = track.ends[bar] - track.starts[bar];
    if (track.bytes.length > 0 && duration > 0) bytes += (track.bytes[bar] * inside) / duration;
  }
  return {busy, waits, bytes};
}

/** Rows of one name together, over all cores. */
function sumRange(model, {from, to}) {
  const rows = new Map();
  for (const track of model.tracks) {
    const label = track.run.label ? track.run.label + ': ' : '';
    const name = label + track.title.replace(/\[\d+\]/g, '');
    if (!rows.has(name)) {
      rows.set(name, {name, kind: track.kind, count: 0, busy: 0, bytes: 0, waits: new Map()});
    }
    const row = rows.get(name);
    const sum = sumTrack(model, track, from, to);
    row.count++;
    row.busy += sum.busy;
    row.bytes += sum.bytes;
    sum.waits.forEach((time, reason) => row.waits.set(reason, (row.waits.get(reason) || 0) + time));
  }
  return [...rows.values()];
}

function formatBytes(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit === 0 ? 0 : 2)} ${units[unit]}`;
}

/** The panel for a range: a table of rows, the mean over the cores. */
function showRange(panel, model, range) {
  const length = Math.max(1, range.to - range.from);
  const share = (time, row) => `${((100 * time) / length / row.count).toFixed(1)} %`;
  const table = node('table', '', {id: 'range-table'});
  const line = (tag, cells) => {
    const row = node('tr', '');
    cells.forEach((cell, i) => row.append(node(tag, cell, {class: i === 1 || i === 3 ? 'num' : 'word'})));
    table.append(row);
  };
  line('th', ['row', 'busy', 'waits', 'bytes']);
  for (const row of sumRange(model, range)) {
    const waits = [...row.waits].sort((a, b) => b[1] - a[1]);
    const words = row.kind === 'ENGINE' ? waits.map(([reason, time]) => `${reason} ${share(time, row)}`) : [];
    const bytes = row.bytes > 0 ? formatBytes(row.bytes) : '';
    line('td', [row.name, share(row.busy, row), words.slice(0, 3).join(', '), bytes]);
  }
  panel.replaceChildren(
    node('h3', `${formatTime(length)} between the markers`),
    node('p', `from ${formatTime(range.from)} to ${formatTime(range.to)}; mean over all rows of a name, bytes of all together`),
    table,
    node('p', 'z zooms to the range, Escape removes it.'),
  );
}
