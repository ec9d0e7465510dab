/**
 * What is wrong with an SVG: not well-formed, ids twice or without their prefix, names of nothing, or anything that
 * could load or run.
 */

const SAFE = new Set(
  'svg title desc defs g path use clipPath mask filter feGaussianBlur feTurbulence feDisplacementMap linearGradient radialGradient stop rect pattern text'.split(
    ' ',
  ),
)
const TAG = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y
const TEXT = /(?:[^<&]|&(?:amp|lt|gt|quot);)+/y

export function faultsOf(svg: string, prefix: string): readonly string[] {
  const faults: string[] = []
  const open: string[] = []
  const ids: string[] = []
  const named: string[] = []
  let at = 0
  while (at < svg.length) {
    TAG.lastIndex = TEXT.lastIndex = at
    const tag = TAG.exec(svg)
    const text = tag === null ? TEXT.exec(svg) : null
    if (tag === null && text === null) return [`not well-formed at ${svg.slice(at, at + 30)}`]
    at = tag === null ? TEXT.lastIndex : TAG.lastIndex
    if (tag === null) continue
    const [, closes = '', name = '', attributes = '', empty = ''] = tag
    if (closes !== '' && open.pop() !== name) return [`</${name}> closes nothing`]
    if (closes === '' && empty === '') open.push(name)
    if (!SAFE.has(name)) faults.push(`an element ${name}`)
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (key === 'id') ids.push(value)
      if (key === 'aria-labelledby') named.push(...value.split(' '))
      if (key === 'href') named.push(value.startsWith('#') ? value.slice(1) : `elsewhere: ${value}`)
      if (value.includes('url(')) named.push(/^url\(#([\w-]+)\)$/.exec(value)?.[1] ?? `elsewhere: ${value}`)
      if (key.startsWith('on') || key === 'style' || /NaN|undefined/.test(value))
        faults.push(`${key}=${value}`)
    }
  }
  if (open.length > 0) faults.push(`${open.join(', ')} left open`)
  if (new Set(ids).size < ids.length) faults.push('an id twice')
  faults.push(...ids.filter((id) => !id.startsWith(prefix)).map((id) => `an id without the prefix: ${id}`))
  faults.push(...named.filter((id) => !ids.includes(id)).map((id) => `nothing is called ${id}`))
  return faults
}
