// Finds instructions by their text, some at a time, so that the page stays alive.

const SLICE = 25000;

class Search {
  constructor(model, onChange) {
    Object.assign(this, {model, onChange});
    this.run = 0;
    this.clear();
  }

  clear() {
    this.run++;
    this.found = null;
    this.count = 0;
  }

  async start(words) {
    this.clear();
    const mine = this.run;
    const wanted = words.trim().toLowerCase();
    if (wanted !== '') {
      const hits = [];
      for (const program of this.model.programs) {
        const hit = new Uint8Array(program.templateOf.length);
        for (let task = 0; task < hit.length; task++) {
          if (task % SLICE === SLICE - 1) {
            await new Promise((resolve) => setTimeout(resolve));
            if (this.run !== mine) return;
          }
          hit[task] = this.model.taskText(program, task).toLowerCase().includes(wanted) ? 1 : 0;
        }
        hits.push(hit);
      }
      this.find(hits);
    }
    this.onChange();
  }

  /** Takes the instructions that some other rule found, by program and task. */
  show(hits) {
    this.clear();
    this.find(hits);
    this.onChange();
  }

  find(hits) {
    this.found = {sums: this.model.tracks.map((track) => this.sum(track, hits[track.program]))};
    this.count = this.found.sums.reduce((all, sums) => all + sums[sums.length - 1], 0);
  }

  /** How many of a track's first bars match. */
  sum(track, hit) {
    const sums = new Uint32Array(track.size + 1);
    for (let bar = 0; bar < track.size; bar++) sums[bar + 1] = sums[bar] + hit[track.tasks[bar]];
    return sums;
  }

  /** The next match after a bar, or before it, in the order of time; from an end to the other. */
  step(from, direction) {
    if (!this.found || this.count === 0) return null;
    const at = from ? from.track.starts[from.bar] : direction > 0 ? -1 : Infinity;
    const here = from ? from.track.base + from.bar : -1;
    let best = null;
    for (const track of this.model.tracks) {
      const bar = this.near(track, at, here, direction);
      if (bar < 0) continue;
      const time = track.starts[bar];
      if (best === null || (time - best.time) * direction < 0) best = {track, bar, time};
    }
    return best || this.step(null, direction);
  }

  near(track, at, here, direction) {
    const sums = this.found.sums[track.number];
    const later = (bar) => {
      const order = track.starts[bar] - at || track.base + bar - here;
      return order * direction > 0;
    };
    if (direction > 0) {
      let bar = countBelow(track.starts, at);
      for (;;) {
        bar = countBelow(sums.subarray(1), sums[bar], true);
        if (bar >= track.size || later(bar)) return bar < track.size ? bar : -1;
        bar++;
      }
    }
    let count = sums[countBelow(track.starts, at, true)];
    for (; count > 0; count--) {
      const bar = countBelow(sums.subarray(1), count);
      if (later(bar)) return bar;
    }
    return -1;
  }
}
