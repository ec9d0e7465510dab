/**
 * The search box of the page: results while typing, chosen by mouse or keyboard (`/`, arrows, Enter, Escape).
 * Guarantees: a combobox for assistive technology, which announces the number of results; nothing leaves the page; the index is built
 * when the box is first used.
 */
import { placesOfPage } from './places.js'
import { createSearch } from './search.js'

const one = (selector) => document.querySelector(selector)

function element(name, properties = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const input = element('input', {
  id: 'search',
  type: 'search',
  role: 'combobox',
  'aria-label': 'Search the reference',
  'aria-expanded': 'false',
  'aria-controls': 'found',
  'aria-autocomplete': 'list',
  placeholder: 'Search fields, operations, errors, genes',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
})
const list = element('ul', { id: 'found', role: 'listbox', tabindex: '-1', 'aria-label': 'Search results' })
const status = element('p', { role: 'status', class: 'found-status' })
const popup = element('div', { class: 'popup' }, list, status)
const box = element(
  'div',
  { class: 'search', role: 'search' },
  input,
  element('kbd', { 'aria-hidden': 'true' }, '/'),
  popup,
)

let search
let results = []
let active = -1
/** Where the focus was before `/`. */
let before = null

function show() {
  const query = input.value.trim()
  search ??= createSearch(placesOfPage())
  results = query === '' ? [] : search(query)
  list.replaceChildren(...results.map(option))
  status.textContent =
    query === ''
      ? ''
      : results.length === 0
        ? `Nothing found for “${query}”. Search for a field, a path, an error code, a status or a gene.`
        : `${results.length} ${results.length === 1 ? 'result' : 'results'}`
  popup.hidden = query === ''
  input.setAttribute('aria-expanded', String(results.length > 0))
  list.hidden = results.length === 0
  mark(results.length === 0 ? -1 : 0)
}

function option({ id, name, kind, text, match }, index) {
  const made = element(
    'li',
    { role: 'option', id: `found-${index}`, 'aria-selected': 'false' },
    element('span', { class: 'found-name' }, ...marked(name, Object.keys(match))),
    element('span', { class: 'found-kind' }, kind),
    element(
      'span',
      { class: 'found-text' },
      ...marked(excerpt(text, Object.keys(match)), Object.keys(match)),
    ),
  )
  made.addEventListener('mousemove', () => active !== index && mark(index))
  made.addEventListener('click', () => go(id))
  return made
}

/** The text from a little before the first found word. */
function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  const start = places.length === 0 ? 0 : Math.min(...places)
  if (start < 60) return text.slice(0, 160)
  const from = text.lastIndexOf(' ', start - 30) + 1
  return `… ${text.slice(from, from + 160)}`
}

/** The text with the found words in `<mark>`. */
function marked(text, words) {
  if (words.length === 0) return [text]
  const longestFirst = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/\W/g, '\\$&'))
  return text
    .split(new RegExp(`(${longestFirst.join('|')})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? element('mark', {}, part) : part))
}

/** Makes one result the active one. */
function mark(index) {
  list.children[active]?.setAttribute('aria-selected', 'false')
  active = index
  const chosen = list.children[active]
  if (chosen === undefined) return input.removeAttribute('aria-activedescendant')
  chosen.setAttribute('aria-selected', 'true')
  input.setAttribute('aria-activedescendant', chosen.id)
  chosen.scrollIntoView({ block: 'nearest' })
}

function close() {
  popup.hidden = true
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
}

/** Jumps to a place, which the style sheet marks as the target of the address. */
function go(id) {
  const place = document.getElementById(id)
  for (let part = place; part !== null; part = part.parentElement)
    if (part.localName === 'details') part.open = true
  close()
  location.hash = `#${id}`
  // The address may be the same as before.
  place.scrollIntoView({ block: 'start', behavior: 'instant' })
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

const KEYS = {
  ArrowDown: () => mark((active + 1) % results.length),
  ArrowUp: () => mark((active - 1 + results.length) % results.length),
  Enter: () => go(results[active].id),
}

input.addEventListener('input', show)
input.addEventListener('focus', show)
input.addEventListener('keydown', (event) => {
  if (event.isComposing) return
  if (event.key === 'Escape') {
    event.preventDefault()
    if (!popup.hidden) return close()
    input.value = ''
    return before?.isConnected ? before.focus() : input.blur()
  }
  if (KEYS[event.key] === undefined || results.length === 0) return
  event.preventDefault()
  if (popup.hidden) show()
  else KEYS[event.key]()
})
box.addEventListener('focusout', ({ relatedTarget }) => box.contains(relatedTarget) || close())
// A press must not take the focus from the box before the click.
popup.addEventListener('mousedown', (event) => event.preventDefault())

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input:not([type=radio]), textarea, select, dialog')
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  event.preventDefault()
  before = document.activeElement
  input.focus()
  input.select()
})

close()
one('header').after(box)
