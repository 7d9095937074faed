// Which rows there are and where they stand.

const TIME_RULER = 24;
const STEP_RULER = 18;
const PATH_RULER = 18;
const HEADER_ROW = 22;
const TRACK_ROW = 22;
const COUNTER_ROW = 34;
const MANY_GROUPS = 8;

class Layout {
  constructor(model) {
    this.groups = [];
    this.pathTop = TIME_RULER + (model.steps.length > 0 ? STEP_RULER : 0);
    this.top = this.pathTop + (model.path.size > 0 ? PATH_RULER : 0);
    const byName = new Map();
    const group = (name) => {
      if (!byName.has(name)) {
        byName.set(name, {name, rank: -1, tracks: [], counters: [], open: true});
        this.groups.push(byName.get(name));
      }
      return byName.get(name);
    };
    for (const track of model.tracks) {
      const owner = group(track.group);
      owner.tracks.push(track);
      if (track.rank !== undefined) owner.rank = track.rank;
    }
    model.counters.forEach((counter) => group(counter.group).counters.push(counter));
    const many = this.groups.length > MANY_GROUPS;
    this.groups.forEach((g, i) => (g.open = !many || i === 0));
    this.showCounters = true;
    this.build();
  }

  build() {
    this.rows = [];
    let y = this.top;
    const add = (row, height) => {
      this.rows.push({...row, y, height});
      y += height;
    };
    for (const group of this.groups) {
      const hidden = !this.showCounters && group.tracks.length === 0;
      if (hidden) continue;
      add({type: 'group', group}, HEADER_ROW);
      if (!group.open) continue;
      group.tracks.forEach((track) => add({type: 'track', track}, TRACK_ROW));
      if (this.showCounters) {
        group.counters.forEach((counter) => add({type: 'counter', counter}, COUNTER_ROW));
      }
    }
    this.height = y;
  }

  rowAt(y) {
    return this.rows.find((row) => y >= row.y && y < row.y + row.height);
  }

  /** The row of a track, its group opened if need be. */
  rowOf(track) {
    const group = this.groups.find((g) => g.tracks.includes(track));
    if (!group.open) {
      group.open = true;
      this.build();
    }
    return this.rows.find((row) => row.track === track);
  }
}

function groupTitle(group) {
  const place = group.name.replace(/\[(\d+)\]/g, ' $1').replace(/\./g, ', ') || 'Shared';
  return group.rank >= 0 ? `${place} (rank ${group.rank})` : place;
}
