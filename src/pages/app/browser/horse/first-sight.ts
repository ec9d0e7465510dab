/**
 * What a visitor sees first: what this page is for, three ways to begin, and an example of two parents and their foals.
 * Guarantees: the example is marked as one, and is computed like any other cross.
 */
import { factsOfGenotype } from '../../form/animal-fields.js'
import { ownAlleles, usualCopies, type Choice } from '../../form/choice.js'
import type { FoalRow } from '../../form/foals.js'
import { fill, h, link } from '../dom.js'
import type { Page } from '../page.js'
import { showPicture, thumbnail } from '../picture.js'

/** How many foals of the example are shown. */
const SHOWN = 4

/** What else can be asked, among the texts. */
const ALSO = { mates: 'compareMates', parentage: 'checkParentage', test: 'whichTest', herd: 'herd' } as const

export interface FirstSight {
  readonly element: HTMLElement
  readonly show: (isShown: boolean) => void
}

export function firstSight(page: Page): FirstSight {
  const { words, linkTo } = page
  const start = (view: 'horse' | 'foal' | 'known', text: string): HTMLElement => {
    const element = link({ href: linkTo({ view }), class: 'start' }, text)
    if (view !== 'horse') return element
    // This view is shown already: what is missing is the first entry.
    element.addEventListener('click', (event) => {
      event.preventDefault()
      const first = document.querySelector<HTMLElement>('.choose .entry input[type=text]')
      first?.scrollIntoView({ block: 'center' })
      first?.focus({ preventScroll: true })
    })
    return element
  }
  const example = h('div', { class: 'example' })
  const element = h(
    'div',
    { class: 'welcome' },
    h('h2', { class: 'headline' }, words.say('whatThisIs')),
    h(
      'p',
      { class: 'starts' },
      start('horse', words.say('nameCoat')),
      start('foal', words.say('planYoung')),
      start('known', words.say('findOut')),
    ),
    h(
      'p',
      { class: 'also' },
      h('span', {}, words.say('alsoHere')),
      (['mates', 'parentage', 'test', 'herd'] as const).map((view) =>
        link({ href: linkTo({ view }) }, words.say(ALSO[view])),
      ),
    ),
    example,
  )
  let isBegun = false
  return {
    element,
    show: (isShown) => {
      element.hidden = !isShown
      if (!isShown || isBegun) return
      isBegun = true
      void showExample(page, example, () => element.isConnected && !element.hidden)
    },
  }
}

/** A pair that has foals of several coats: both carry a usual variant, and one has two copies of each recessive base allele. */
function examplePair({ catalogue: { genes }, coatWords }: Page): readonly [Choice, Choice] | undefined {
  const required = genes.filter((each) => each.required)
  const gene = genes.find((each) => !each.required && each.listed && !each.cis)
  const [variant] = gene === undefined ? [] : (coatWords.first[gene.gene] ?? [])
  if (gene === undefined || variant === undefined) return undefined
  const carried = { [gene.gene]: [variant, gene.wild_type ?? variant] }
  const mixed = Object.fromEntries(required.map((each) => [each.gene, usualCopies(each)]))
  const recessive = Object.fromEntries(
    required.map((each) => {
      const [first, second = first] = ownAlleles(each).map(({ allele }) => allele)
      return [each.gene, [second ?? '', second ?? '']]
    }),
  )
  return [
    { ...mixed, ...carried },
    { ...recessive, ...carried },
  ]
}

/** @param isWanted false once something else is asked, which must not be cancelled */
async function showExample(page: Page, element: HTMLElement, isWanted: () => boolean): Promise<void> {
  const { words, catalogue, questions } = page
  const pair = examplePair(page)
  if (pair === undefined || catalogue.genes.some((each) => each.required && each.inheritance !== 'autosomal'))
    return
  const fieldsOf = (choice: Choice) => {
    const group = (name: string) =>
      Object.fromEntries(
        catalogue.genes.flatMap((each) => {
          const copies = choice[each.gene]
          return each.group === name && copies !== undefined ? [[each.gene, copies]] : []
        }),
      )
    return { base: group('base'), others: group('others') }
  }
  const [mother, father] = pair.map(fieldsOf)
  if (mother === undefined || father === undefined) return
  const lang = catalogue.language
  const named = await Promise.all([mother, father].map((each) => questions.horse({ ...each, lang })))
  if (!isWanted()) return
  const rows = await new Promise<readonly FoalRow[]>((resolve) => {
    const all: FoalRow[] = []
    questions.foals({ mother, father, group_by: 'coat', tokens: true, lang }, (answer) => {
      if ('code' in answer) resolve([])
      else {
        all.push(...answer.rows)
        if (answer.envelope !== undefined) resolve(all)
      }
    })
  })
  if (rows.length === 0 || named.some((each) => 'code' in each)) return
  const [dam, sire] = pair
  const parentOf = (choice: Choice) => ({ ...factsOfGenotype(choice, catalogue.genes), together: {} })
  const href = page.linkTo({ view: 'foal', mother: parentOf(dam), father: parentOf(sire) })
  const parent = (index: number, fields: object, role: string): HTMLElement => {
    const answer = named[index]
    const image = h('img', { class: 'thumbnail-large', alt: '', width: 144, height: 108 })
    void showPicture(page, image, { ...fields, lang }, true)
    return h(
      'figure',
      {},
      image,
      h(
        'figcaption',
        {},
        h('span', { class: 'quiet' }, role),
        answer && 'translate' in answer ? answer.translate : '',
      ),
    )
  }
  fill(
    element,
    h('p', { class: 'small' }, words.say('example')),
    h(
      'div',
      { class: 'example-parents' },
      parent(0, mother, words.say('mother')),
      h('span', { class: 'times', 'aria-hidden': 'true' }, '×'),
      parent(1, father, words.say('father')),
    ),
    h(
      'ul',
      { class: 'example-foals' },
      rows
        .slice(0, SHOWN)
        .map(({ coat, percentage, genotype }) =>
          h(
            'li',
            {},
            thumbnail(page, { ...fieldsOf(genotype), lang }),
            h('span', {}, coat),
            h('b', {}, percentage === undefined ? '' : words.share(percentage)),
          ),
        ),
    ),
    h('p', {}, link({ href, class: 'plain' }, words.say('openExample'))),
  )
}
