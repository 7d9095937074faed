// From the text in the page to columns of numbers.

/** Reads numbers of seven bits per byte, the lowest bits first. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  unsigned() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    let weight = 128;
    do {
      byte = bytes[this.at++];
      value += (byte & 127) * weight;
      weight *= 128;
    } while (byte >= 128);
    return value;
  }

  signed() {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  json() {
    const length = this.unsigned();
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return JSON.parse(text);
  }
}

async function unpack(base64) {
  const text = atob(base64);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function decodeTrack(header, base, reader) {
  const size = header.size;
  const track = {
    ...header,
    base,
    starts: new Float64Array(size),
    ends: new Float64Array(size),
    tasks: new Int32Array(size),
    waits: new Uint16Array(size),
    awaited: new Int32Array(size),
    busy: new Float64Array(size + 1),
  };
  const {starts, ends, tasks, waits, awaited, busy} = track;
  for (let i = 0; i < size; i++) starts[i] = reader.unsigned();
  let now = 0;
  for (let i = 0; i < size; i++) {
    const duration = reader.unsigned();
    starts[i] += now;
    now = ends[i] = starts[i] + duration;
    busy[i + 1] = busy[i] + duration;
  }
  for (let i = 0, task = 0; i < size; i++) tasks[i] = task += reader.signed();
  for (let i = 0; i < size; i++) waits[i] = reader.unsigned();
  for (let i = 0, target = 0; i < size; i++) {
    target += reader.signed();
    awaited[i] = target - 1;
  }
  track.bytes = new Float64Array(header.moves);
  for (let i = 0; i < header.moves; i++) track.bytes[i] = reader.unsigned();
  return track;
}

function decodeCounter(header, reader) {
  const at = new Float64Array(header.size);
  const values = new Float64Array(header.size);
  for (let i = 0, now = 0; i < header.size; i++) at[i] = now += reader.unsigned();
  for (let i = 0; i < header.size; i++) values[i] = reader.unsigned() / header.scale;
  return {...header, at, values};
}

/** The critical path: segment i goes from ends[i - 1] to ends[i], on behalf of a bar or of none. */
function decodePath(header, reader) {
  const ends = new Float64Array(header.size);
  const owners = new Uint16Array(header.size);
  for (let i = 0, now = 0; i < header.size; i++) ends[i] = now += reader.unsigned();
  for (let i = 0; i < header.size; i++) owners[i] = reader.unsigned();
  const bars = new Int32Array(header.size);
  for (let i = 0, bar = 0; i < header.size; i++) bars[i] = (bar += reader.signed()) - 1;
  return {...header, ends, owners, bars};
}

function decodeProgram(header, reader) {
  const templateOf = new Uint16Array(header.tasks);
  for (let i = 0; i < header.tasks; i++) templateOf[i] = reader.unsigned();
  const {places} = header;
  const placeOf = new Int32Array(places.length > 0 ? header.tasks : 0);
  for (let i = 0; i < placeOf.length; i++) placeOf[i] = reader.unsigned() - 1;
  const templates = header.templates.map((t) => t.text);
  return {templates, templateOf, places, placeOf, ordinals: null, numbers: null};
}

/** The numbers in the texts, which are only needed once somebody looks at a text. */
function decodeNumbers(programs, reader) {
  for (const program of programs) {
    const counts = new Int32Array(program.templates.length);
    program.ordinals = new Int32Array(program.templateOf.length);
    program.templateOf.forEach((t, task) => (program.ordinals[task] = counts[t]++));
    program.numbers = program.templates.map((text, t) => {
      const columns = [];
      for (let slot = text.split('\u0001').length - 1; slot > 0; slot--) {
        const column = new Int32Array(counts[t]);
        for (let i = 0, value = 0; i < column.length; i++) column[i] = value += reader.signed();
        columns.push(column);
      }
      return columns;
    });
  }
}

function decodeTimeline(bytes) {
  const reader = new Reader(bytes);
  const header = reader.json();
  let base = 0;
  const tracks = header.tracks.map((t) => {
    const track = decodeTrack(t, base, reader);
    base += t.size;
    return track;
  });
  const counters = header.counters.map((c) => decodeCounter(c, reader));
  const path = decodePath(header.path, reader);
  const programs = header.programs.map((p) => decodeProgram(p, reader));
  const {waits, steps} = header;
  programs.forEach((program) => (program.decode = () => decodeNumbers(programs, reader)));
  const run = {label: '', end: Math.max(1, header.end), offset: 0, path, steps};
  tracks.forEach((track) => (track.run = run));
  counters.forEach((counter) => (counter.run = run));
  return {runs: [run], tracks, counters, programs, waits};
}
