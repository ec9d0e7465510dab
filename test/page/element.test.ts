/**
 * <robe-foals> on another site: one script and one tag.
 * Leaves to others: axe and widths (element.slow.ts).
 */
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startService } from '../http/service.js'
import { INSIDE, startExample, withAttributes } from './element.js'
import { WIDE } from './on-page.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`

t.test('an element on another site says what the service says', { skip, timeout: 60_000 }, async (t) => {
  const { service, open } = await startExample(t)
  const visit = await open(WIDE)
  const rows = (): Promise<unknown> =>
    visit.ask(
      `[...${INSIDE}.querySelectorAll('tbody tr')].map((each) => [each.querySelector('th').textContent, each.querySelector('.share').textContent])`,
    )

  const parents = {
    mother: { base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, others: { frame: ['O', 'n'] } },
    father: { base: { extension: ['e', 'e'], agouti: ['a', 'a'] }, others: { frame: ['O', 'n'] } },
  }
  const { results } = service.coats.offspring({ ...parents, group_by: 'coat', lang: 'fr' }, 'fr').body
  const genes = (of: string): string => `extension=${of},frame=O/n`
  const text = await withAttributes(visit, {
    dam: genes('E/e,agouti=A/a'),
    sire: genes('e/e,agouti=a/a'),
    lang: 'fr',
    count: '50',
  })
  const shares = new Intl.NumberFormat('fr', { style: 'percent', maximumSignificantDigits: 3 })
  t.same(
    await rows(),
    results.map(({ coat, percentage, viability }) => [
      coat + (viability === undefined ? '' : 'Non viable'),
      shares.format(percentage / 100),
    ]),
  )
  t.match(text, '75\u00a0% des poulains devraient vivre.', 'a loss is said')

  await withAttributes(visit, { dam: 'Ee Aa nCr', sire: 'Palomino', lang: 'de', count: '2' })
  t.match(
    await rows(),
    [
      ['Palomino', /^25/],
      ['Buckskin', /^18,8/],
    ],
    'genes as advertisements write them',
  )
  t.match(await visit.ask(`${INSIDE}.textContent`), /Und 7 weitere Farben.*Lehrbuchannahme/s)
  t.equal(
    await visit.ask(`[...${INSIDE}.querySelectorAll('img')].every((each) => each.naturalWidth > 0)`),
    true,
  )
  await withAttributes(visit, { pictures: 'none' })
  t.equal(await visit.ask(`${INSIDE}.querySelectorAll('img').length`), 0)

  const wrong: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
    '“buckskn” is not a coat name here. Did you mean: buckskin': { dam: 'buckskn', lang: 'en' },
    '“<b>x” is not a coat name here.': { dam: '<b>x' },
    'Not understood: extension=Q/Q': { dam: 'extension=Q/Q' },
    'The attribute “dam” is missing: the name of a coat, or genes.': { dam: null },
    '“nobody” is not possible for population. Possible: ': { dam: 'bay', population: 'nobody' },
    '“-1” is not possible for count. Possible: 1 – 9999': { population: null, count: '-1' },
    '“xx” is not possible for lang. Possible: ': { count: '3', lang: 'xx' },
  }
  for (const [expected, attributes] of Object.entries(wrong)) {
    const told = await withAttributes(visit, attributes)
    if (attributes['lang'] !== 'xx') t.ok(told.startsWith(expected), `${told} for ${expected}`)
    t.equal(await visit.ask(`${INSIDE}.querySelector('[role=alert]') !== null`), true, expected)
  }
  t.match(await withAttributes(visit, { lang: 'en' }), 'Bay', 'a mistake that is mended is forgotten')

  const hosts = visit.requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url))
  const loaded = hosts.filter(({ origin }) => origin === service.url).map(({ pathname }) => pathname)
  t.same(
    loaded.sort(),
    ['/page/model.json', '/page/robe-foals.js', '/page/robe.js'],
    'its own host alone, once each',
  )
  t.equal(
    hosts.length,
    loaded.length + hosts.filter(({ pathname }) => ['/', '/favicon.ico'].includes(pathname)).length,
  )
  t.same(visit.complaints, [])
})

t.test('only what other sites need may be loaded from them', async (t) => {
  const service = await startService(t, { pages: 'shipped', basePath: '/v1' })
  for (const path of ['robe-foals.js', 'robe.js', 'model.json']) {
    const { status, headers } = await fetch(`${service.url}/v1/page/${path}`)
    t.same([status, headers.get('access-control-allow-origin')], [200, '*'], path)
  }
  for (const path of ['/page/page.js', '/docs', '/coats/genes']) {
    const { headers } = await fetch(`${service.url}${path}`)
    t.equal(headers.get('access-control-allow-origin'), null, path)
  }
})
