/**
 * Totals over the foals, above their list: a button for each part of the coat and each risk that varies, which filters the list.
 * Guarantees: several buttons together show the foals that have all of it; the sum of the shown foals is said.
 */
import { sumOf, type FoalRow } from '../../form/foals.js'
import { hasAny, hasRisk, totalsOf, type GeneTotals } from '../../form/totals.js'
import { button, fill, h, type Child } from '../dom.js'
import { geneName, partName } from '../fault.js'
import type { Page } from '../page.js'

interface Filter {
  readonly key: string
  readonly text: string
  readonly share: number
  readonly beside?: string | undefined
  readonly isRisk?: boolean
  readonly matches: (row: FoalRow) => boolean
}

export interface FoalFilters {
  readonly element: HTMLElement
  readonly show: (rows: readonly FoalRow[], totals: GeneTotals | undefined) => void
  readonly isShown: (row: FoalRow) => boolean
}

/** Rounding of the percentages of an answer. */
const NEARLY = 0.01

export function foalFilters(page: Page, onChange: () => void): FoalFilters {
  const { words } = page
  const element = h('div', { class: 'totals' })
  const sum = h('p', { class: 'sum', role: 'status' })
  const chosen = new Set<string>()
  let filters: readonly Filter[] = []
  let all: readonly FoalRow[] = []
  const isShown = (row: FoalRow): boolean =>
    filters.every(({ key, matches }) => !chosen.has(key) || matches(row))
  const tell = (): void => {
    const shown = all.filter(isShown)
    const share = words.share(sumOf(shown))
    sum.textContent = chosen.size === 0 ? '' : words.say('sum', { count: shown.length, share })
  }
  const chip = ({ key, text, share, beside, isRisk = false, matches }: Filter): HTMLElement => {
    // The rows of a risk may also hold foals without it: then it is only told.
    if (Math.abs(sumOf(all.filter(matches)) - share) > NEARLY)
      return h('span', { class: 'chip risk still' }, text, ' ', h('b', {}, words.share(share)))
    const element = button('', isRisk ? 'chip risk' : 'chip', () => {
      if (!chosen.delete(key)) chosen.add(key)
      element.setAttribute('aria-pressed', String(chosen.has(key)))
      tell()
      onChange()
    })
    element.setAttribute('aria-pressed', String(chosen.has(key)))
    element.append(text, ' ', h('b', {}, words.share(share)), beside === undefined ? '' : ` ${beside}`)
    return element
  }
  const show: FoalFilters['show'] = (rows, totals) => {
    all = rows
    if (totals === undefined || rows.length < 2) {
      filters = []
      fill(element, rows.some(({ percentage }) => percentage === undefined) ? boundsHint(page) : undefined)
      return
    }
    filters = [...partFilters(page, rows, totals), ...riskFilters(page, rows, totals)]
    for (const key of chosen) if (!filters.some((each) => each.key === key)) chosen.delete(key)
    const [parts, risks] = [false, true].map((isRisk) =>
      filters.filter((each) => (each.isRisk ?? false) === isRisk),
    )
    const group = (name: string, some: readonly Filter[] = []): Child =>
      some.length === 0
        ? undefined
        : h('div', { class: 'chips', role: 'group', 'aria-label': name }, some.map(chip))
    fill(
      element,
      group(words.say('totals'), parts),
      group(words.say('risks'), risks),
      sum,
      copiesFold(page, totals),
    )
    tell()
  }
  return { element, show, isShown }
}

function boundsHint({ words }: Page): Child {
  return h('p', { class: 'quiet' }, words.say('noTotals'))
}

function partFilters(page: Page, rows: readonly FoalRow[], { twice }: GeneTotals): readonly Filter[] {
  const { words, catalogue } = page
  const order = catalogue.tokens.map(({ token }) => token)
  return totalsOf(rows, order).map(({ tokens, share }) => {
    const [first = ''] = tokens
    const two = tokens.length === 1 ? twice[first] : undefined
    const name = partName(page, first)
    return {
      key: tokens.join(),
      text: tokens.length === 1 ? name : words.say('anyOf', { part: name }),
      share,
      beside: two === undefined ? undefined : words.say('twoCopies', { share: words.share(two) }),
      matches: (row) => hasAny(row, tokens),
    }
  })
}

function riskFilters({ words }: Page, rows: readonly FoalRow[], { risks }: GeneTotals): readonly Filter[] {
  const losses = (['lethal', 'suspected'] as const).map((status): Filter => {
    const matches = ({ viability }: FoalRow): boolean => viability?.status === status
    const share = sumOf(rows.filter(matches))
    return {
      key: status,
      text: words.say(status === 'lethal' ? 'lethalFoals' : 'suspectedFoals'),
      share,
      isRisk: true,
      matches,
    }
  })
  const health = risks.map((risk): Filter => {
    const matches = (row: FoalRow): boolean => hasRisk(row, risk)
    return { key: risk.text, text: titleOf(risk.text), share: risk.percentage, isRisk: true, matches }
  })
  return [...losses, ...health].filter(({ share }) => share > NEARLY)
}

/** What stands before the explanation. */
function titleOf(text: string): string {
  return text.replace(/[.。].*$/s, '')
}

/** One copy told from two, gene by gene. */
function copiesFold(page: Page, { genes }: GeneTotals): Child {
  const { words } = page
  if (genes.length === 0) return undefined
  return h(
    'details',
    { class: 'fold copies-fold' },
    h('summary', {}, words.say('oneOrTwo')),
    h(
      'dl',
      { class: 'gene-totals' },
      genes.map(({ gene, genotypes }) => [
        h('dt', {}, geneName(page, gene)),
        h(
          'dd',
          {},
          genotypes.map(({ alleles, percentage }) =>
            h('span', {}, h('code', {}, alleles.join('/')), ' ', words.share(percentage)),
          ),
        ),
      ]),
    ),
  )
}
