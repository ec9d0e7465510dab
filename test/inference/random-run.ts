/**
 * Runs random questions through the engine and through plain enumeration.
 */
import type { Test } from 'tap'
import type { RuleBook } from '../../src/coats/rule-book.js'
import { createInference } from '../../src/inference/create-inference.js'
import { difference } from './compare.js'
import { randomNumbers, randomQuestion } from './random-questions.js'
import { SCENES } from './scenes.js'

export function compareMany(t: Test, book: RuleBook, count: number, seed: number): void {
  const inference = createInference(book)
  let [most, contradictions] = [0, 0]
  for (let i = 0; i < count; i++) {
    const random = randomNumbers(seed + i)
    const [scene, horses] = SCENES[i % SCENES.length] ?? [{}, 1]
    try {
      const found = difference(book, inference, randomQuestion(book, scene, horses, random), random)
      most = Math.max(most, found.most)
      if (found.contradicts) contradictions += 1
    } catch (error) {
      t.fail(`question ${seed + i} of ${Object.keys(scene).join(', ')}: ${String(error)}`)
    }
  }
  t.ok(most < 1e-9, `differs by ${most} at most`)
  t.ok(contradictions > 0, `${contradictions} of ${count} contradict themselves`)
}
