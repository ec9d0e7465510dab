/**
 * The view of one animal: what is known of it, and its coat, updated with every choice.
 * Guarantees: nothing is said of an animal before something is entered; a late answer never replaces a newer one; an untested gene is
 * no dead end.
 */
import { animalFields, isExact } from '../../form/animal-fields.js'
import { testedCopies } from '../../form/choice.js'
import { copiesText } from '../../form/copies-text.js'
import { isEmpty, NO_RELATIVES, questionOf } from '../../form/relatives.js'
import { ageChoice } from './age-choice.js'
import { animalEntry } from '../animal/animal-entry.js'
import { coatText, enteredCoat, lacksFigures } from '../animal/likely-coat.js'
import { assumption, sexChoice } from '../choices.js'
import { fill, h, link, refill, type Child } from '../dom.js'
import { explanationOf, viabilityBanner } from './explanation.js'
import { faultText, geneName, insteadText } from '../fault.js'
import { untestedText } from '../animal/untested-text.js'
import { SEX_OF } from '../foal/parent-panel.js'
import { answersOf } from '../known/answers.js'
import { firstSight } from './first-sight.js'
import type { Fields } from '../../../../operations/read/decode-fields.js'
import type { Page, View } from '../page.js'
import { hidePicture, showPicture } from '../picture.js'
import { questionListing } from '../question-listing.js'
import { animalPrintout } from '../share/animal-printout.js'
import { pictureButtons } from '../share/picture-buttons.js'
import { shareBar } from '../share/share-bar.js'
import type { Fault, Inferred } from '../worker.js'

export function horseView(page: Page): View {
  const { words, catalogue, questions } = page
  const { genes, language } = catalogue
  const name = h('h2', { class: 'coat' })
  const genotype = h('p', { class: 'genotype' })
  const untested = h('p', { class: 'quiet untested' })
  const portrait = h('img', { class: 'portrait', alt: '', width: 560, height: 420, hidden: true })
  const said = h('div', { class: 'explanation' })
  const foot = h('div', { class: 'foot' })
  let pictured: Fields | undefined
  const savers = pictureButtons(page, () => pictured && { fields: pictured, name: name.textContent })
  const share = shareBar(page, ...savers)
  /** With a picture there is something to save, and an age to choose. */
  const picture = (fields: Fields): void => {
    const { age } = page.state()
    const all = { ...fields, ...(age === undefined ? {} : { age }) }
    void showPicture(page, portrait, all).then((isDrawn) => {
      pictured = isDrawn ? all : undefined
      for (const each of [ages, ...savers]) each.hidden = !isDrawn
    })
  }
  let latest = 0

  const update = (): void => {
    const { horse: facts } = page.state()
    const id = ++latest
    const isNew = isEmpty(facts)
    welcome.show(isNew)
    card.hidden = isNew
    foot.hidden = isNew
    share.show(!isNew)
    assumed.element.hidden = isNew || isExact(facts, genes)
    assumed.show()
    fill(genotype, testsOf(page))
    fill(untested, isNew ? '' : untestedText(page, facts))
    if (isNew) element.removeAttribute('aria-busy')
    else element.setAttribute('aria-busy', 'true')
    if (isNew) return
    if (isExact(facts, genes)) nameGenotype(id)
    else infer(id, page.state().population)
  }
  const nameGenotype = (id: number): void => {
    const { horse, sex } = page.state()
    const { fields, isSexed } = animalFields(horse, genes, sex)
    const shown = { ...fields, ...(isSexed ? { sex } : {}), lang: language }
    const body = { ...shown, explain: true }
    void questions.horse(body).then((answer) => {
      if (id !== latest) return
      element.removeAttribute('aria-busy')
      if ('code' in answer) {
        showFault(answer)
        return
      }
      fill(name, answer.translate)
      const { explain } = 'explain' in answer ? answer : {}
      const isDead = explain?.viability?.status === 'lethal'
      refill(said, viabilityBanner(explain ?? {}, words), explanationOf(answer, words))
      refill(foot, isDead ? undefined : asParent(page, isSexed), questionListing(page, '/coats/result', body))
    })
    // After the name, which is computed faster.
    picture(shown)
  }
  /** @param instead why another population than the chosen one answers */
  const infer = (id: number, population: string, areBounds = false, instead?: Fault): void => {
    const { horse, sex } = page.state()
    const relatives = { ...NO_RELATIVES, self: horse }
    questions.infer(questionOf({ relatives, sex, population }, catalogue, areBounds), (answer) => {
      if (id !== latest) return
      if ('code' in answer) {
        if (!lacksFigures(answer) || areBounds) showFault(answer)
        // Without a population the facts alone may suffice; if not, coats still have bounds.
        else if (population === 'none') infer(id, population, true)
        else infer(id, page.usualPopulation, false, answer)
        return
      }
      element.removeAttribute('aria-busy')
      const [first, ...others] = coatsOf(answer)
      const coats = coatsOf(answer).map(({ coat }) => coat)
      fill(name, coatText(page, horse, coats))
      refill(
        said,
        instead === undefined ? undefined : insteadText(page, instead),
        answersOf(page, answer, others.length === 0),
      )
      refill(foot, asParent(page, false), questionListing(page, '/coats/infer', answer.body))
      const shown = first?.genotype ?? {}
      const group = (wanted: string) =>
        Object.fromEntries(
          genes.flatMap(({ gene, group }) => (group === wanted && shown[gene] ? [[gene, shown[gene]]] : [])),
        )
      const isSexed = genes.some(({ gene, inheritance }) => inheritance === 'sex-linked' && gene in shown)
      picture({
        base: group('base'),
        others: group('others'),
        ...(isSexed ? { sex } : {}),
        lang: language,
      })
    })
  }
  const showFault = (fault: Fault): void => {
    element.removeAttribute('aria-busy')
    fill(name, enteredCoat(page, page.state().horse) || '–')
    hidePicture(portrait)
    pictured = undefined
    for (const each of [ages, ...savers]) each.hidden = true
    fill(said, faultText(page, fault, ['animal']))
    fill(foot)
  }

  const assumed = assumption(page, update)
  const ages = ageChoice(page, update)
  const entry = animalEntry({
    page,
    owner: 'horse',
    facts: () => page.state().horse,
    sex: () => page.state().sex,
    onChange: (horse) => {
      page.change({ horse })
      update()
    },
  })
  const welcome = firstSight(page)
  const card = h(
    'div',
    { class: 'card' },
    h('div', { class: 'head', role: 'status' }, portrait, h('div', {}, name, genotype, untested)),
    ages,
    said,
  )
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('whatIsKnown')),
      // Shown only if a gene is sex-linked.
      genes.some(({ inheritance }) => inheritance === 'sex-linked') ? sexChoice(page) : undefined,
      entry,
      assumed.element,
    ),
    h('section', { class: 'answer', 'aria-label': words.say('coat') }, welcome.element, card, share, foot),
  )
  const printout = () => {
    const { horse } = page.state()
    if (isEmpty(horse)) return undefined
    return animalPrintout(page, { title: words.label('one'), answer: [card], isExact: isExact(horse, genes) })
  }
  return { element, update, printout }
}

/** The coats that the animal can have, likeliest first. */
function coatsOf({ inferred }: Inferred) {
  const answer = inferred.answers.find((each) => each.ask === 'coat')
  return answer?.ask === 'coat' ? answer.results : []
}

/** The tested genes by name. */
function testsOf(page: Page): Child {
  const { horse, sex } = page.state()
  return page.catalogue.genes.flatMap((gene) => {
    const tested = horse.tests[gene.gene]
    if (tested === undefined) return []
    const copies = copiesText(testedCopies(tested, gene, sex), page.words)
    return [h('span', { class: 'tested-gene' }, `${geneName(page, gene.gene)} `, h('code', {}, copies)), ' ']
  })
}

function asParent(page: Page, isSexed: boolean): HTMLElement {
  const { horse, sex } = page.state()
  const parents = (['mother', 'father'] as const).filter((parent) => !isSexed || SEX_OF[parent] === sex)
  return h(
    'p',
    { class: 'actions' },
    parents.map((parent) => {
      const href = page.linkTo({ view: 'foal', [parent]: { ...horse, together: {} } })
      return link({ href, class: 'plain' }, page.words.say(parent === 'mother' ? 'asMother' : 'asFather'))
    }),
  )
}
