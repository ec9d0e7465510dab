/**
 * The places of the page that can be searched for: operations, fields, error codes, genes, headers, schemas and sections.
 * Guarantees: each has an id to jump to; what it says is the text of the page.
 */

const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const textOf = (element) => (element?.textContent ?? '').replace(/\s+/g, ' ')

export function placesOfPage() {
  return [
    ...all('main > section').map((section) => place(section, section.querySelector('h2'), 'Section', '', 1)),
    ...all('#operations > article').map((article) => {
      const path = article.querySelector('.endpoint')
      return place(article, path, 'Operation', textOf(article.querySelector('h3')), 3)
    }),
    ...all('[id^="field-"]').map(field),
    ...all('.code').map((article) => {
      const text = `${textOf(article.querySelector('.status-code'))} ${all('.occurrence p', article).map(textOf).join(' ')}`
      return place(article, article.querySelector('h3 code'), 'Error code', text, 3)
    }),
    ...all('[id^="gene-"]').map((row) => {
      const alleles = [...row.querySelectorAll('td')].at(-1)
      return place(row, row.querySelector('th'), 'Gene', textOf(alleles), 2)
    }),
    ...all('[id^="header-"]').map((row) => {
      return place(row, row.querySelector('th'), 'Header of answers', textOf(row.querySelector('td div')), 1)
    }),
    ...all('[id^="schema-"]').map((schema) => {
      const title = schema.closest('article').querySelector('h3')
      return place(schema, title, 'Schema', textOf(schema.querySelector('p')), 0.5)
    }),
  ]
}

/** Fields at the top of a request come before those of nested objects and of answers. */
function field(row) {
  const article = row.closest('article')
  const isAnswer = row.closest('table').ariaLabel.includes('answer')
  const kind = `${isAnswer ? 'Field of the answer' : 'Field'}, ${textOf(article.querySelector('.endpoint code'))}`
  const isNested = row.className !== ''
  const what = [...row.querySelectorAll('td')].at(-1).querySelector('div').childNodes
  const text = [...what]
    .filter((part) => !part.className?.match(/same|sample/))
    .map(textOf)
    .join('')
  return place(row, row.querySelector('th code'), kind, text, isAnswer ? 0.7 : isNested ? 1 : 2)
}

function place(element, name, kind, text, weight) {
  return { id: element.id, name: textOf(name).trim(), kind, text: text.trim(), weight }
}
