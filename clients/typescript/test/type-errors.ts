/**
 * Mistakes that the compiler must find, each on the line below its `@ts-expect-error`: one that it no longer finds fails the
 * build of the tests. The first twenty stand in clients/python/tests/type_errors.py too. Nothing here runs.
 */
import { RobeClient, RobeError, type Coat, type Offspring, type Parent } from 'robe-client'

const robe = new RobeClient({ baseUrl: 'http://127.0.0.1:3000', key: 'robe_test_x' })
const base = { extension: ['E', 'e'], agouti: ['A', 'a'] } as const
const mother: Parent = { base, others: { matp: ['Cr', 'n'] } }
const father: Parent = { base }

export async function mistakes(): Promise<void> {
  // @ts-expect-error 1. an unknown allele of a required gene
  await robe.result({ base: { ...base, agouti: ['A', 'E'] } })
  // @ts-expect-error 2. an unknown allele of another gene
  await robe.result({ base, others: { matp: ['Crm', 'n'] } })
  // @ts-expect-error 3. an unknown allele of a gene with many
  await robe.result({ base, others: { kit: ['Tob', 'n'] } })
  // @ts-expect-error 4. a misspelt gene
  await robe.result({ base, others: { mapt: ['Cr', 'n'] } })
  // @ts-expect-error 5. a gene outside its group
  await robe.result({ base: { ...base, matp: ['Cr', 'n'] } })
  // @ts-expect-error 6. a required gene left out
  await robe.result({ base: { agouti: ['A', 'a'] } })
  // @ts-expect-error 7. alleles as one text
  await robe.result({ base: { ...base, agouti: 'Aa' } })
  // @ts-expect-error 8. a language that there is not
  await robe.result({ base, lang: 'english' })
  // @ts-expect-error 9. a sex that there is not
  await robe.result({ base, sex: 'mare' })
  // @ts-expect-error 10. a misspelt option
  await robe.result({ base, language: 'en' })
  // @ts-expect-error 11. an option of another operation
  await robe.result({ base, group_by: 'coat' })
  // @ts-expect-error 12. a parent left out
  await robe.generateChild({ mother })
  // @ts-expect-error 13. a grouping that there is not
  await robe.generateChild({ mother, father, group_by: 'colour' })
  // @ts-expect-error 14. sexes that there are not
  await robe.generateChild({ mother, father, sexes: 'fillies' })
  // @ts-expect-error 15. a number in words
  await robe.generateChild({ mother, father, limit: 'ten' })
  // @ts-expect-error 16. an answer's field that is called something else
  void (await robe.result({ base })).name
  // @ts-expect-error 17. explain, which the answer for a partly tested horse lacks
  void (await robe.result({ base, untested: 'population', population: 'none' })).explain
  // @ts-expect-error 18. certain, which the answer for a tested horse lacks
  void (await robe.result({ base })).certain
  // @ts-expect-error 19. a percentage that may be absent, taken for a number
  void (await robe.generateChild({ mother, father, foals: 3, wanted: 'bay' })).results[0]!.percentage.toFixed(
    1,
  )
  // @ts-expect-error 20. the only value that untested has
  await robe.result({ base, untested: 'true' })

  // @ts-expect-error what an observed coat makes of the answer
  const seen: Coat = await robe.result({ base, seen: 'bay', population: 'none' })
  // @ts-expect-error what an unknown allele makes of the answer
  const unknown: Coat = await robe.result({ base: { ...base, agouti: ['A', '?'] }, population: 'none' })
  // @ts-expect-error what an unknown allele of a parent makes of the answer
  const foals: Offspring = await robe.generateChild({ mother, father: { base, others: { dun: ['?', '?'] } } })
  // @ts-expect-error a pedigree's sex that there is not
  await robe.infer({ population: 'none', horses: [{ id: 'a', sex: 'mare' }], ask: [{ genotype: 'a' }] })
  // @ts-expect-error a misspelt option of the client
  new RobeClient({ baseUrl: '', waitForWindow: 1 })
  // @ts-expect-error a code that there is not
  void (new RobeError({ status: 400, headers: new Headers() }, '').code === 'INVALID')
  void [seen, unknown, foals]
}

/** What the same types must accept. */
export async function right(
  agouti: readonly string[],
  extension: readonly string[],
): Promise<readonly unknown[]> {
  const fromFile = { base: { agouti, extension } }
  const coat = await robe.result({
    base,
    others: { matp: ['CR', 'N'], kit: ['To+DW20', 'W10'] },
    lang: 'en-GB',
  })
  return [
    await robe.result({ base: coat.base, others: coat.others }),
    await robe.result({ base: { agouti: ['A|a', '!A'], extension: ['E', 'e'] }, population: 'none' }),
    await robe.result({ base, sex: null, lang: null, others: [], explain: 'true' }),
    await robe.result(fromFile as Parent),
    await robe.generateChild({ mother, father, limit: '3', sexes: 'sons', group_by: 'coat,sex' }),
  ]
}
