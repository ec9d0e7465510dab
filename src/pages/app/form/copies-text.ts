/** The tested copies of a gene as a reader understands them, whatever the notation of a partly known one. */
import { UNPHASED } from '../../../rules/notation.js'
import type { Words } from '../texts.js'
import { isPartlyKnown, UNKNOWN, type Copies } from './choice.js'

export function copiesText(copies: Copies, { say }: Words): string {
  if (copies.includes(UNPHASED))
    return copies.filter((copy) => copy !== UNPHASED && !isPartlyKnown([copy])).join(' + ')
  const [first = '', second] = copies.map((copy) => copy.replace(/\+\?$/, ''))
  const isLacking = (copy: string): boolean => copy.startsWith('!')
  if (second === undefined || !isLacking(second)) return [first, second ?? []].flat().join('/')
  if (isLacking(first)) return say('without', { part: first.slice(1).replaceAll('&!', ', ') })
  return first === UNKNOWN ? UNKNOWN : say('oneCopyOf', { allele: first })
}
