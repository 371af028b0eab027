/** One panel among several with a common time axis. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

interface Line {
  readonly name: string;
  /** Time in minutes, and the value at that time. */
  readonly points: readonly (readonly [minutes: number, value: number])[];
}

const width = 860;
const panelHeight = 170;
const frame = { left: 70, right: 240, top: 34, bottom: 26 };
const inner = { width: width - frame.left - frame.right, height: panelHeight - frame.top - frame.bottom };
const colours = ["#1f6feb", "#d9480f", "#2b8a3e", "#862e9c", "#868e96", "#e67700"];
const ticks = [0, 0.5, 1];

/** Panels one below the other as an SVG image. Every value axis begins at 0, so that a constant looks flat. */
export function plot(panels: readonly Panel[]): string {
  const longest = Math.max(...panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([minutes]) => minutes))));
  const height = panels.length * panelHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${panels.map(({ title }) => escaped(title)).join("; ")}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...panels.flatMap((panel, index) => [`<g transform="translate(0 ${index * panelHeight})">`, ...drawn(panel, longest), "</g>"]),
    "</svg>\n",
  ].join("\n");
}

function drawn({ title, lines }: Panel, longest: number): string[] {
  const most = rounded(Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value))));
  const x = (minutes: number) => (frame.left + (inner.width * minutes) / longest).toFixed(1);
  const y = (value: number) => (frame.top + inner.height * (1 - value / most)).toFixed(1);
  const [left, right] = [frame.left, frame.left + inner.width];
  return [
    text(left, 20, title, 'font-weight="bold"'),
    ...ticks.flatMap((share) => [
      `<line x1="${left}" x2="${right}" y1="${y(most * share)}" y2="${y(most * share)}" stroke="#dee2e6"/>`,
      text(left - 8, Number(y(most * share)) + 4, told(most * share), 'text-anchor="end"'),
      text(Number(x(longest * share)), panelHeight - 8, `${told(longest * share)} min`, 'text-anchor="middle" fill="#868e96"'),
    ]),
    ...lines.flatMap(({ name, points }, index) => [
      `<polyline fill="none" stroke="${colours[index % colours.length]}" points="${points.map(([minutes, value]) => `${x(minutes)},${y(value)}`).join(" ")}"/>`,
      text(right + 12, frame.top + 8 + index * 16, name, `fill="${colours[index % colours.length]}"`),
    ]),
  ];
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
}

function told(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en");
}

/** Rounds up to the next number that is 1, 2, 4, 6 or 8 times a power of ten. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8].find((digit) => digit * power >= value) ?? 10) * power;
}
