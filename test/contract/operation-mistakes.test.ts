/**
 * Mistakes that clients make with the operations for names, reports, parentages, mates and tests: each answer names the place, the
 * value and what was expected, and says what to do.
 */
import t from 'tap'
import { startService, post } from '../http/service.js'

const bay = { base: { extension: ['E', 'e'], agouti: ['A', 'a'] } }
const test = { id: 'a', genes: ['extension'] }
const mate = { id: 'a', ...bay }

type Mistake = readonly [
  body: Readonly<Record<string, unknown>>,
  status: number,
  field: string,
  message: RegExp,
]

const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  genotypesOf: [
    [{}, 400, 'name', /^name is required: the name of a coat, in any language$/],
    [{ nme: 'bay' }, 400, 'name', /"nme" was sent: did you mean name\?$/],
    [{ name: 'bukskin' }, 400, 'name', /"bukskin" is not a coat name .*: did you mean buckskin/],
    [{ name: 5 }, 400, 'name', /5 is not a coat name in any language/],
    [{ name: 'bay', limit: 0 }, 400, 'limit', /^limit must be an integer from 1 to 1000; 0 was sent$/],
    [{ name: 'bay', lang: 'it' }, 400, 'lang', /^lang must be one of: .*; "it" was sent$/],
  ],
  readReport: [
    [{}, 400, 'report', /^report is required: the text of a laboratory report$/],
    [{ reprot: 'E/e' }, 400, 'report', /"reprot" was sent: did you mean report\?$/],
    [{ report: ['E/e'] }, 400, 'report', /^report must be a text, with the lines of the report/],
    [{ report: 'x'.repeat(16_385) }, 400, 'report', /has 16385 bytes, more than 16384\. Send only the pages/],
    [{ report: 'E/e', laboratory: 'vgll' }, 400, 'laboratory', /did you mean vgl\?$/],
    [{ report: 'E/e', sex: 'mare' }, 400, 'sex', /^sex must be one of: f, m; "mare" was sent$/],
    [
      { report: 'Extension: E/E\nExtension: e/e' },
      400,
      'report',
      /line 1 \("Extension: E\/E"\) says E\/E, line 2 .* says e\/e\. Remove the lines/,
    ],
  ],
  checkParentage: [
    [{ foal: bay }, 400, 'mother', /^mother or father is required: send the animal whose parentage/],
    [{ foal: bay, mothr: bay }, 400, 'mother', /"mothr" was sent: did you mean mother\?$/],
    [{ mother: bay }, 400, 'foal', /^foal is required: an object with base/],
    [{ foal: 'bay', mother: bay }, 400, 'foal', /^foal must be JSON text of an object with base/],
    [
      { foal: { seen: 'bayy' }, mother: bay },
      400,
      'foal.seen',
      /"bayy" is not a coat name .*did you mean bay\?$/,
    ],
    [
      { foal: bay, mother: { base: { extension: ['E', 'x'] } } },
      400,
      'mother.base.extension',
      /"x" is not an allele of it; its alleles are E, e, ea$/,
    ],
    [{ foal: bay, mother: bay, population: 'arab' }, 400, 'population', /"arab" was sent$/],
  ],
  chooseMate: [
    [{ horse: bay, candidates: [mate] }, 400, 'wanted', /^wanted is required: a coat name, a token/],
    [{ horse: bay, candidates: [mate], wanted: ['bey'] }, 400, 'wanted.0', /did you mean bay\?$/],
    [
      { horse: bay, candidates: [bay], wanted: ['bay'] },
      400,
      'candidates.0.id',
      /is required: a unique name$/,
    ],
    [
      { horse: bay, candidates: [mate, mate], wanted: ['bay'] },
      400,
      'candidates.1.id',
      /no other animal has; "a"/,
    ],
    [
      {
        horse: bay,
        candidates: Array.from({ length: 501 }, (_, i) => ({ ...mate, id: `${i}` })),
        wanted: ['bay'],
      },
      400,
      'candidates',
      /^candidates holds at most 500 animals; 501 were sent$/,
    ],
    [{ mares: [mate], wanted: ['bay'] }, 400, 'stallions', /^stallions is required: an array of animals/],
  ],
  nextTest: [
    [{ question: { horse: bay }, tests: [test] }, 400, 'population', /^population is required/],
    [
      { question: { horse: bay }, tests: [test], population: 'none' },
      400,
      'population',
      /cannot be none here/,
    ],
    [
      { question: { horse: bay, cross: {} }, tests: [test], population: 'textbook' },
      400,
      'question',
      /either cross or horse$/,
    ],
    [
      { question: { horse: bay }, tests: [{ ...test, genes: ['extention'] }], population: 'textbook' },
      400,
      'tests.0.genes.0',
      /there is no gene "extention": did you mean extension\?$/,
    ],
    [
      { question: { cross: { mother: bay, father: bay } }, tests: [test], population: 'textbook' },
      400,
      'tests.0.animal',
      /the animal to test, mother or father$/,
    ],
    [
      { question: { horse: bay }, tests: [test], budget: 5, population: 'textbook' },
      400,
      'tests.0.price',
      /is required where there is a budget: what the test costs$/,
    ],
    [
      { question: { horse: bay }, tests: [test, test], population: 'textbook' },
      400,
      'tests.1.id',
      /no other test has; "a"/,
    ],
  ],
}

t.test(
  'each of these mistakes is answered with its place, value, what was expected, and what to do',
  async (t) => {
    const service = await startService(t)
    let count = 0
    for (const [operation, mistakes] of Object.entries(MISTAKES))
      for (const [body, status, field, message] of mistakes) {
        const told = await post(service, `/coats/${operation}`, { lang: 'en', ...body })
        const { details } = told.body as {
          readonly details?: { readonly field: string; readonly expected: unknown[] }
        }
        const title = `${operation} ${JSON.stringify(body).slice(0, 80)}`
        t.match([told.status, details?.field, told.body['message']], [status, field, message], title)
        t.ok((details?.expected.length ?? 0) > 0, `${title}: says what was expected`)
        count++
      }
    t.ok(count >= 30, `${count} mistakes`)
  },
)
