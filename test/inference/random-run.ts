/**
 * Runs random questions through the engine and through plain enumeration.
 */
import type { Ruleset } from '../../src/operations/ruleset.js'
import { createInference } from '../../src/inference/create-inference.js'
import { ASSUMED_SCENES, assumedQuestion } from './assumed-questions.js'
import { difference } from './compare.js'
import { randomNumbers, randomQuestion } from './random-questions.js'
import { SCENES } from './scenes.js'

export interface Compared {
  /** The largest difference between two probabilities. */
  readonly most: number
  /** How many questions contradict themselves. */
  readonly contradictions: number
  /** Questions that one of the two could not answer, or that they answer with other rows. */
  readonly failures: readonly string[]
}

/** Which questions are drawn. */
export interface Drawn {
  /** Under a convention instead of figures. */
  readonly isAssumed?: boolean
  /** Observed coats have random likelihoods. */
  readonly isWeighed?: boolean
}

export function compareMany(
  ruleset: Ruleset,
  count: number,
  seed: number,
  { isAssumed = false, isWeighed = false }: Drawn = {},
): Compared {
  const scenes = isAssumed ? ASSUMED_SCENES : SCENES
  const inference = createInference(ruleset)
  const failures: string[] = []
  let [most, contradictions] = [0, 0]
  for (let i = 0; i < count; i++) {
    const random = randomNumbers(seed + i)
    const [scene, horses] = scenes[i % scenes.length] ?? [{}, 1]
    try {
      const question = isAssumed
        ? assumedQuestion(ruleset, scene, horses, random, isWeighed)
        : randomQuestion(ruleset, scene, horses, random, isWeighed)
      const found = difference(ruleset, inference, question, random)
      most = Math.max(most, found.most)
      if (found.contradicts) contradictions += 1
    } catch (error) {
      failures.push(`question ${seed + i} of ${Object.keys(scene).join(', ')}: ${String(error)}`)
    }
  }
  return { most, contradictions, failures }
}
