/**
 * The script of the reference page: copies listings, selects one language in all examples, and sends examples. The page is readable
 * without it.
 * Guarantees: the key stays in its input field and is not stored; it is sent only to the service of this page; answers are shown as
 * text.
 */
import './search-box.js'

/** Maximum number of characters shown of an answer, to keep layout fast. */
const LONGEST = 100_000

/** Address of the service, with the prefix of this page. */
const address = location.origin + location.pathname.replace(/\/docs$/, '')

const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const one = (selector) => document.querySelector(selector)

function element(name, text = '', properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties)
}

function button(text, onclick) {
  return element('button', text, { type: 'button', onclick })
}

// Only the script knows the address.
for (const place of all('.address')) place.textContent = address

// Selecting a language applies to all examples; keep the scroll position of the reader.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs input')) return
  const before = target.getBoundingClientRect().top
  for (const other of all('.tabs input')) other.checked ||= other.value === target.value
  scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
})

function addCopyButton(listing) {
  const code = listing.querySelector('code')
  const label = listing.getAttribute('aria-label')
  const say = (what) => {
    copy.textContent = what
    copy.setAttribute('aria-label', `${what}: ${label}`)
  }
  const copy = button('', async () => {
    say((await copied(code)) ? 'Copied' : 'Press Ctrl+C')
    setTimeout(say, 2000, 'Copy')
  })
  say('Copy')
  copy.className = 'copy'
  copy.setAttribute('aria-live', 'polite')
  listing.prepend(copy)
}

/** Copies the text, or selects it if the clipboard is unavailable, as without TLS. */
async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}

const dialog = one('#console')
const form = one('#console form')
const [key, query, body, answer] = ['key', 'query', 'body', 'answer'].map((id) => one(`#console-${id}`))
/** The call in the dialog: method, path, and the body of the example if it takes one. */
let call = {}

function openConsole(example) {
  call = example.dataset
  one('#console .method').textContent = call.method
  one('#console .endpoint code').textContent = call.path
  body.value = call.body ?? ''
  body.parentElement.hidden = call.body === undefined
  query.value = ''
  query.parentElement.hidden = call.query === undefined
  answer.replaceChildren()
  dialog.showModal()
}

async function send() {
  const headers = { [form.dataset.header]: key.value.trim() }
  if (call.body !== undefined) headers['Content-Type'] = 'application/json'
  const asked = query.value === '' || call.query === undefined ? '' : `?${query.value.replace(/^\?/, '')}`
  const options = { method: call.method, headers, cache: 'no-store' }
  if (call.body !== undefined) options.body = body.value
  const began = performance.now()
  const response = await fetch(address + call.path + asked, options)
  const text = await response.text()
  const milliseconds = Math.round(performance.now() - began)
  const status = `${response.status} ${response.statusText} after ${milliseconds} ms`
  return [
    element('p', status, { className: response.ok ? 'status' : 'status fault' }),
    ...explained(text),
    listing('Body', shown(text)),
    folded('Headers', listing('Headers', [...response.headers].map((pair) => pair.join(': ')).join('\n'))),
  ]
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error message, with a link to the description of its code. */
function explained(text) {
  const { code, message, details } = parsed(text) ?? {}
  if (code === undefined || message === undefined) return []
  const row = document.getElementById(`code-${code.replaceAll('_', '_5f.')}`)
  const list = element('ul')
  const say = (what, value) => list.append(element('li', `${what}: ${JSON.stringify(value)}`))
  if (details !== undefined) {
    list.append(element('li', `Where: ${details.field}`))
    say('Sent', details.value)
    say('Expected', details.expected)
  }
  const link = element('a', `What ${code} means`, {
    href: `#${row?.id ?? 'errors'}`,
    onclick: () => dialog.close(),
  })
  return [element('p', message, { className: 'message' }), ...(details ? [list] : []), link]
}

/** Formats JSON with innermost lists on one line each. JSON strings never contain line breaks. */
function shown(text) {
  const value = parsed(text)
  if (value === undefined || text.length > LONGEST) return shortened(text)
  return JSON.stringify(value, null, 2).replace(
    /\[\n\s*([^[\]{}]*?)\n\s*\]/g,
    (_, items) => `[${items.replace(/\n\s*/g, ' ')}]`,
  )
}

function shortened(text) {
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} characters more`
}

function listing(label, text) {
  const made = element('div', '', { className: 'listing', role: 'group', ariaLabel: label })
  const pre = element('pre')
  pre.append(element('code', text))
  made.append(pre)
  addCopyButton(made)
  return made
}

function folded(title, content) {
  const made = element('details')
  made.append(element('summary', title), content)
  return made
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const asked = call
  const [submit] = all('[type=submit]', form)
  submit.disabled = true
  answer.replaceChildren(element('p', 'Waiting for the answer…'))
  const parts = await send().catch((fault) => [
    element('p', `No answer: ${fault.message}`, { className: 'status fault' }),
  ])
  submit.disabled = false
  // The dialog shows another example by now.
  if (asked !== call) return
  answer.replaceChildren(...parts)
  submit.focus({ preventScroll: true })
  answer.scrollIntoView({ block: 'nearest' })
})
one('#console .quiet').onclick = () => dialog.close()

for (const place of all('.listing')) addCopyButton(place)
for (const example of all('.example')) {
  const open = button('Try it', () => openConsole(example))
  open.className = 'try'
  open.setAttribute('aria-label', `Try it: ${example.dataset.method} ${example.dataset.path}`)
  example.querySelector('.tabs').after(open)
}
