/** The page with the rules of other animals: what it asks and says is theirs. */
import { join } from 'node:path'
import type { Test } from 'tap'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import { prepareSnapshot } from '../../src/service/snapshot/prepare.js'
import { assembleSnapshot } from '../../src/service/snapshot/snapshot.js'
import type { Visit } from '../browser/chromium.js'
import { ROOT, startService } from '../http/service.js'
import { go, showing, textOf, textsOf, until, WIDE, type PageTest } from './on-page.js'

/** The page of a service that has an example's rules. */
async function openExample(t: Test, { browser }: PageTest, animal: string) {
  const { snapshot: prepared, diagnostics } = await prepareSnapshot({
    rulesDir: join(ROOT, `examples/${animal}/rules`),
    localesDir: join(ROOT, `examples/${animal}/locales`),
    maxResults: 1_000,
    defaultLanguage: undefined,
    contractText: readContractText(),
  })
  if (prepared === undefined) throw new Error(JSON.stringify(diagnostics))
  const { pages, ruleset } = await assembleSnapshot(prepared)
  const service = await startService(t, { pages, ruleset })
  const visit = await browser.visit(`${service.url}/#horse&lang=en`, WIDE)
  await showing(visit)
  return { coats: service.coats, visit }
}

/** A picture takes its place away when it turns out that there is none. */
const NOTHING_DRAWN = `document.querySelector('.thumbnail') && !document.querySelector('.thumbnail:not([hidden])')`

const views = (visit: Visit): Promise<readonly string[]> => textsOf(visit, 'nav a')

export async function checkDog(t: Test, page: PageTest): Promise<void> {
  const { coats, visit } = await openExample(t, page, 'dog')
  t.same((await views(visit)).slice(0, 2), ['Dog', 'Puppy'])
  await go(visit, 'horse&horse=e_locus=Em/e,k_locus=ky/ky,a_locus=Ay/at,m_locus=M/m&lang=en')
  const base = { e_locus: ['Em', 'e'], k_locus: ['ky', 'ky'], a_locus: ['Ay', 'at'] }
  const named = coats.result({ base, others: { m_locus: ['M', 'm'] }, lang: 'en' }, 'en').body
  t.equal(await textOf(visit, '.coat'), named.translate)
  t.equal((await textsOf(visit, 'fieldset.sex')).length, 0, 'its sex changes nothing, so it is not asked')
  await go(
    visit,
    'foal&mother=e_locus=E/e,k_locus=KB/ky,a_locus=Ay/at&father=e_locus=e/e,k_locus=ky/ky,a_locus=at/at&lang=en',
  )
  await until(visit, NOTHING_DRAWN)
  t.pass('nobody has drawn a dog: its puppies have no empty frames')
  t.match(await textOf(visit, '.quiet'), 'puppies')
  t.same(visit.complaints, [])
}

export async function checkCat(t: Test, page: PageTest): Promise<void> {
  const { coats, visit } = await openExample(t, page, 'cat')
  t.same((await views(visit)).slice(0, 2), ['Cat', 'Kitten'])
  t.match(await textsOf(visit, 'fieldset.sex label'), ['Queen', 'Tom'])
  await visit.ask(`document.querySelector('[name=horse-way][value=genes]').click()`)
  const copies = `document.querySelectorAll('[data-gene=orange] select').length`
  t.equal(await visit.ask(copies), 0, 'a queen has one of three genotypes')
  await visit.ask(`document.querySelector('fieldset.sex [value=m]').click()`)
  await until(visit, `${copies} === 1`)
  t.pass('a tom has one copy')

  await go(visit, 'foal&mother=orange=O/o,agouti=a/a&father=orange=O,agouti=a/a&lang=en')
  const agouti = ['a', 'a']
  const parents = {
    mother: { base: { orange: ['O', 'o'], agouti } },
    father: { base: { orange: ['O'], agouti } },
  }
  const { results } = coats.offspring({ ...parents, group_by: 'coat,sex', lang: 'en' }, 'en').body
  t.same(
    await textsOf(visit, '.coats tbody th'),
    results.map(({ coat, sex }) => `${coat} ${sex === 'f' ? 'daughter' : 'son'}`),
  )
  await until(visit, NOTHING_DRAWN)
  t.same(visit.complaints, [])
}
