/**
 * Limits the batches that are read or answered at the same time, because each holds its body in memory.
 */
import { ClientError } from '../../../operations/client-error.js'

const MAX_OF_KEY = 2
const MAX_BATCHES = 32

export function createUnderWay() {
  const ofKeys = new Map<number, number>()
  let all = 0
  return {
    /** Returns a function that ends the batch; call it once. Throws ClientError 503. */
    enter(keyId: number): () => void {
      const ofKey = ofKeys.get(keyId) ?? 0
      if (ofKey >= MAX_OF_KEY) throw busy(`This key has ${ofKey} batches under way`)
      if (all >= MAX_BATCHES) throw busy(`The service answers ${all} batches at present`)
      ofKeys.set(keyId, ofKey + 1)
      all++
      return () => {
        all--
        const left = (ofKeys.get(keyId) ?? 1) - 1
        if (left === 0) ofKeys.delete(keyId)
        else ofKeys.set(keyId, left)
      }
    },
  }
}

function busy(why: string): ClientError {
  return new ClientError('SERVICE_UNAVAILABLE', `${why}: retry when one has ended`)
}
