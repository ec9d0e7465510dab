/**
 * Growth curves as an SVG that can be read on a phone: one panel below the other, time on a logarithmic scale.
 * Guarantees: pure text, no library; a curve ends where its measurement ended.
 */

export interface Curve {
  readonly name: string
  readonly points: readonly { readonly loci: number; readonly milliseconds: number }[]
}

export interface Panel {
  readonly title: string
  readonly curves: readonly Curve[]
}

const WIDTH = 360
const PANEL = 210
const TOP = 34
const PLOT = { left: 46, right: 348, top: 30, bottom: 176 } as const
const LOCI = { least: 3, most: 25, ticks: [3, 5, 10, 15, 20, 25] } as const
const DECADES = [-2, -1, 0, 1, 2, 3, 4] as const
const COLOURS = ['#b3402e', '#a8761a', '#1c6b8f'] as const
const DASHES = ['', '6 3', ''] as const

export function growthChart(panels: readonly Panel[], caption: string): string {
  const height = TOP + panels.length * PANEL + 40
  const names = panels[0]?.curves.map(({ name }) => name) ?? []
  const legend = names.map((name, i) => {
    const x = 12 + i * 116
    return `${line(x, 22, x + 18, 22, i, 2.5)}<text x="${x + 23}" y="26">${name}</text>`
  })
  const drawn = panels.map(
    (panel, i) => `<g transform="translate(0 ${TOP + i * PANEL})">${panelText(panel)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Growth curves" font-family="system-ui, sans-serif" font-size="12" fill="#222">
<title>Time of one cross by number of heterozygous loci</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${legend.join('\n')}
${drawn.join('\n')}
${captionLines(caption)
  .map((text, i) => `<text x="12" y="${height - 26 + 15 * i}" font-size="11" fill="#555">${text}</text>`)
  .join('\n')}
</svg>
`
}

function panelText({ title, curves }: Panel): string {
  const grid = DECADES.map((decade) => {
    const y = yOf(10 ** decade).toFixed(1)
    return `<path d="M${PLOT.left} ${y}H${PLOT.right}" stroke="#ddd"/><text x="${PLOT.left - 5}" y="${Number(y) + 4}" text-anchor="end" fill="#555" font-size="11">${decadeText(decade)}</text>`
  })
  const ticks = LOCI.ticks.map(
    (loci) =>
      `<text x="${xOf(loci).toFixed(1)}" y="${PLOT.bottom + 15}" text-anchor="middle" fill="#555" font-size="11">${loci}${loci === LOCI.most ? ' loci' : ''}</text>`,
  )
  return [
    `<text x="12" y="18" font-weight="600">${title}</text>`,
    ...grid,
    ...ticks,
    ...curves.map(curveText),
  ].join('\n')
}

function curveText({ points }: Curve, i: number): string {
  const at = points.map(
    ({ loci, milliseconds }) => [xOf(loci).toFixed(1), yOf(milliseconds).toFixed(1)] as const,
  )
  const path = at.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  const dots = at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.6" fill="${COLOURS[i] ?? ''}"/>`)
  return `<path d="${path}" fill="none" stroke="${COLOURS[i] ?? ''}" stroke-width="2"${dash(i)}/>${dots.join('')}`
}

function line(x1: number, y1: number, x2: number, y2: number, i: number, width: number): string {
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${COLOURS[i] ?? ''}" stroke-width="${width}"${dash(i)}/>`
}

function dash(i: number): string {
  const dashes = DASHES[i] ?? ''
  return dashes === '' ? '' : ` stroke-dasharray="${dashes}"`
}

function xOf(loci: number): number {
  return PLOT.left + 6 + ((PLOT.right - PLOT.left - 20) * (loci - LOCI.least)) / (LOCI.most - LOCI.least)
}

function yOf(milliseconds: number): number {
  const [least, most] = [DECADES[0], DECADES.at(-1) ?? 4]
  const decade = Math.min(most, Math.max(least, Math.log10(milliseconds)))
  return PLOT.bottom - ((PLOT.bottom - PLOT.top) * (decade - least)) / (most - least)
}

function decadeText(decade: number): string {
  return decade >= 3
    ? `${10 ** (decade - 3)} s`
    : decade >= 0
      ? `${10 ** decade} ms`
      : `${10 ** (decade + 3)} µs`
}

/** At most about 60 letters a line. */
function captionLines(caption: string): readonly string[] {
  const words = caption.split(' ')
  return words.reduce<readonly string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > 60) return [...lines, word]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
}
