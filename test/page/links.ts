/** Links to a state of the page: those that say what the rules do not know, and those within the page. */
import type { Test } from 'tap'
import { go, showing, textOf, until, type PageTest } from './on-page.js'
import { PARENTS } from './questions.js'

export async function strangeLinks(t: Test, { service, open }: PageTest): Promise<void> {
  const visit = await open(
    'horse&horse=agouti=A/a,extension=E/Q,unicorn=X/n,matp=Cr/n&rules=0.0.1+abc&what=ever',
  )
  const told = String(await textOf(visit, '.message'))
  for (const word of ['extension=E/Q', 'unicorn=X/n', 'what=ever', '0.0.1+abc', service.coats.rulesetVersion])
    t.ok(told.includes(word), word)
  t.match(
    String(await visit.ask('location.hash')),
    `rules=${service.coats.rulesetVersion}`,
    'the address is right again',
  )
  t.match(String(await textOf(visit, '.genotype')), 'Cr/n', 'what is understood is kept')
  for (const hash of [
    '%',
    '&&&==&',
    'foal&mother=%E0%A4%A',
    'horse&horse=agouti=A+a/+',
    'horse&horse=kit=To+To/n',
    'nowhere',
  ]) {
    await go(visit, hash)
    await showing(visit)
    t.same(visit.complaints, [], hash)
  }
}

export async function betweenViews(t: Test, { open }: PageTest): Promise<void> {
  const parents = '&mother=agouti=A/a,extension=E/e&father=agouti=a/a,extension=e/e'
  const visit = await open(`foal${parents}&lang=en`)
  await go(visit, 'horse&horse=agouti=A/a,extension=E/e&lang=en')
  const view = (name: string): string => `document.querySelector('nav [data-view=${name}]')`
  await visit.ask(`document.querySelector('[data-gene=agouti] [value="a/a"]').click()`)
  await until(visit, `location.hash.includes('agouti=a/a')`)
  t.match(String(await visit.ask(`${view('horse')}.hash`)), 'agouti=a/a', 'links to views say what is chosen')
  await visit.ask(`${view('foal')}.click()`)
  await until(visit, `document.querySelector('.coats a')`)
  await visit.ask(`document.querySelector('[data-parent=mother] [data-gene=agouti] [value="A/A"]').click()`)
  await until(visit, `location.hash.includes('mother=agouti=A/A')`)
  await visit.ask(`${view('horse')}.click()`)
  await until(visit, `document.querySelector('.portrait')`)
  t.match(String(await visit.ask('location.hash')), 'agouti=a/a', 'the animal is as it was left')
  await visit.ask(`${view('foal')}.click()`)
  await until(visit, `document.querySelector('.coats a')`)
  t.match(String(await visit.ask('location.hash')), 'mother=agouti=A/A', 'and so are the parents')

  await visit.ask(`new Promise((resolve) => {
    addEventListener('hashchange', resolve, { once: true })
    location.hash = 'horse&horse=agouti=A/a,extension=E/e&lang=fr'
  }).then(() => (location.hash = 'foal&mother=agouti=a/a,extension=e/e&father=agouti=a/a,extension=e/e&lang=en'))`)
  await until(visit, `document.querySelectorAll('.coats a').length === 1`)
  await visit.ask('new Promise((resolve) => setTimeout(resolve, 300))')
  t.match(
    String(await visit.ask('location.hash')),
    /^#foal.*lang=en/,
    'the last of two links is what is shown',
  )
  t.same(visit.complaints, [])
}

export async function withinThePage(t: Test, { open }: PageTest): Promise<void> {
  const visit = await open(`foal&${PARENTS}`)
  await until(visit, `document.querySelector('.coats a')`)
  const coat = await textOf(visit, '.coats tr:last-child a')
  await visit.ask(`document.querySelector('.coats tr:last-child a').click()`)
  await until(visit, `document.querySelector('.coat')?.textContent === ${JSON.stringify(coat)}`)
  await visit.ask('history.back()')
  await until(visit, `document.querySelector('.coats a')`)
  t.match(String(await visit.ask('location.hash')), 'mother=')
  t.same(visit.complaints, [])
}
