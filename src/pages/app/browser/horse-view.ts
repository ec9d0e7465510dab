/**
 * The view of one animal: its genes and its coat, updated with every choice.
 * Guarantees: a late answer never replaces a newer one.
 */
import { fieldsOf, textOf } from '../form/choice.js'
import { sexChoice } from './choices.js'
import { fill, h, link, on, refill } from './dom.js'
import { explanationOf, viabilityBanner } from './explanation.js'
import { SEX_OF } from './foal/parent-panel.js'
import type { Page, View } from './page.js'
import { picker } from './picker.js'
import { showPicture } from './picture.js'
import { questionListing } from './question-listing.js'

export function horseView(page: Page): View {
  const { words, catalogue, questions } = page
  const { genes, language } = catalogue
  const name = h('h2', { class: 'coat' })
  const genotype = h('p', { class: 'genotype' })
  const portrait = h('img', { class: 'portrait', alt: '', width: 560, height: 420, hidden: true })
  const said = h('div', { class: 'explanation' })
  const foot = h('div', { class: 'foot' })
  let latest = 0

  const update = (): void => {
    const { horse, sex, age } = page.state()
    const { isSexed, ...fields } = fieldsOf(horse, genes, sex)
    const body = { ...fields, ...(isSexed ? { sex } : {}), lang: language, explain: true }
    const id = ++latest
    void questions.horse(body).then((answer) => {
      if (id !== latest) return
      if ('code' in answer) {
        fill(name, '–')
        fill(said, h('p', { class: 'banner fault' }, words.say('fault', { message: answer.message })))
        return
      }
      fill(name, answer.translate)
      const isDead = answer.explain?.viability?.status === 'lethal'
      const parents = (['mother', 'father'] as const).filter(
        (parent) => !isDead && (!isSexed || SEX_OF[parent] === sex),
      )
      fill(genotype, h('code', {}, textOf(horse, genes, sex).replaceAll(',', ' ')))
      refill(said, viabilityBanner(answer.explain ?? {}, words), explanationOf(answer, words))
      refill(
        foot,
        h(
          'p',
          { class: 'actions' },
          parents.map((parent) => {
            const href = page.linkTo({ view: 'foal', [parent]: { choice: horse, together: {} } })
            return link({ href, class: 'plain' }, words.say(parent === 'mother' ? 'asMother' : 'asFather'))
          }),
        ),
        questionListing(page, '/coats/result', body),
      )
    })
    // After the name, which is computed faster.
    const { explain: _, ...pictured } = body
    void showPicture(page, portrait, { ...pictured, ...(age === undefined ? {} : { age }) }).then(
      (isDrawn) => (ages.hidden = !isDrawn),
    )
  }

  const ages = ageChoice(page, update)
  const genesPicker = picker({
    page,
    owner: 'horse',
    choice: () => page.state().horse,
    sex: () => page.state().sex,
    onChange: (horse) => {
      page.change({ horse })
      update()
    },
  })
  const element = h(
    'div',
    { class: 'view' },
    h(
      'section',
      { class: 'choose', 'aria-labelledby': 'genes' },
      h('h2', { id: 'genes', class: 'small', tabindex: -1 }, words.say('genes')),
      // Shown only if a gene is sex-linked.
      genes.some(({ inheritance }) => inheritance === 'sex-linked') ? sexChoice(page) : undefined,
      genesPicker,
    ),
    h(
      'section',
      { class: 'answer', 'aria-label': words.say('coat') },
      h(
        'div',
        { class: 'card' },
        h('div', { class: 'head', role: 'status' }, portrait, h('div', {}, name, genotype)),
        ages,
        said,
      ),
      foot,
    ),
  )
  return { element, update }
}

/** The age control, because some coats change with age. */
const AGES = [0, 1, 3, 6, 12, 20]

function ageChoice(page: Page, update: () => void): HTMLElement {
  const { words } = page
  const { age } = page.state()
  const select = h(
    'select',
    { 'aria-label': words.say('age') },
    h('option', { value: '' }, words.say('adult')),
    AGES.map((each) =>
      h(
        'option',
        { value: each, selected: each === age },
        each === 0 ? words.say('newborn') : words.say('years', { count: each }),
      ),
    ),
  )
  on(select, {
    change: () => {
      page.change({ age: select.value === '' ? undefined : Number(select.value) })
      update()
    },
  })
  return h('p', { class: 'ages', hidden: true }, select)
}
