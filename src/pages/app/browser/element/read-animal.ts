/**
 * Reads a parent from an attribute of <robe-foals>: the name of a coat in any language, genes as in the address of the page
 * (`agouti=A/a,extension=E/e`), or genes as advertisements write them (`Ee Aa nCr`).
 * Guarantees: nothing is guessed: what is not understood is a fault that says what was expected.
 */
import { ContractError, type Fields, type Robe } from '../../library.js'
import { animalFields, isExact } from '../../form/animal-fields.js'
import { readText, type Choice, type Sex } from '../../form/choice.js'
import { opened } from '../../form/observed.js'
import { NOTHING, type Facts } from '../../form/relatives.js'

export interface ReadParent {
  /** As a question takes it. */
  readonly fields: Fields
  readonly isExact: boolean
  readonly isSexed: boolean
  /** The coat as it was written; empty if genes were. */
  readonly coat: string
}

/** A mistake in an attribute, as a text of the page with its values. */
export class AttributeFault extends Error {
  constructor(
    readonly text: string,
    readonly values: Readonly<Record<string, string>>,
  ) {
    super(text)
  }
}

export function readParent(robe: Robe, written: string, sex: Sex, lang: string): ReadParent {
  const { genes } = robe.genes({ lang })
  const facts = factsIn(robe, written, sex, lang)
  const { fields, isSexed } = animalFields(facts, genes, sex)
  const { sex: _, ...known } = opened(robe, { ...fields, sex }, lang)
  return { fields: known, isExact: isExact(facts, genes), isSexed, coat: facts.coat }
}

function factsIn(robe: Robe, written: string, sex: Sex, lang: string): Facts {
  const { genes } = robe.genes({ lang })
  if (written.includes('=')) {
    const { choice, unknown } = readText(written, genes)
    if (unknown.length > 0) throw new AttributeFault('notUnderstoodHere', { words: unknown.join(' · ') })
    return { ...NOTHING, tests: choice }
  }
  try {
    robe.genesSeen({ coat: written }, 'coat', lang)
    return { ...NOTHING, coat: written }
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const tests = testsIn(robe, written, sex, lang)
    if (tests !== undefined) return { ...NOTHING, tests }
    const near = new Set((error.details?.expected ?? []).map((each) => String(each).toLocaleLowerCase(lang)))
    const isNear = error.message.includes('did you mean')
    throw new AttributeFault(isNear ? 'noCoatButNear' : 'noCoat', {
      name: written,
      names: [...near].join(', '),
    })
  }
}

/** Undefined if it is no genotype, or one that can be read in more than one way. */
function testsIn(robe: Robe, written: string, sex: Sex, lang: string): Choice | undefined {
  try {
    const { base, others, questions, unread } = robe.readReport({ report: written, sex, lang })
    const tests = { ...base, ...others } as Choice
    const isWhole = questions.length === 0 && unread.length === 0 && Object.keys(tests).length > 0
    return isWhole ? tests : undefined
  } catch (error) {
    if (error instanceof ContractError) return undefined
    throw error
  }
}
