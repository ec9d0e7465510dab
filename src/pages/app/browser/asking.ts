/**
 * Questions to the thread that computes, from the side of the page.
 * Guarantees: of two questions of one kind only the later is answered; a cross that is no longer wanted is broken off at
 * once, by ending its thread and starting another.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { ResultAnswer } from '../../../operations/result/result.js'
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import type { InferFields } from '../form/relatives.js'
import type { AnimalWords, Picture } from '../library.js'
import type { WorkerQuestion, Fault, FoalsAnswer, Inferred, Kind, WorkerAnswer } from './worker.js'

/** The genes, and what the language calls the animal. */
export interface Catalogue extends GenesAnswer {
  readonly animal: AnimalWords
}

export interface Questions {
  readonly genes: (language: string) => Promise<Catalogue>
  readonly horse: (fields: Fields) => Promise<ResultAnswer | Fault>
  /** Undefined where there is nothing to draw. */
  readonly picture: (fields: Fields) => Promise<Picture | undefined>
  /** Names of coats to suggest. */
  readonly names: (language: string) => Promise<readonly string[]>
  /** What follows from what is known; what was asked like this, or of foals, before it is broken off. */
  readonly infer: (fields: InferFields, hear: (told: Inferred | Fault) => void) => void
  /** The same of a cross, whose foals come in one or more parts: the last of them with the envelope. */
  readonly foals: (fields: Fields, hear: (told: FoalsAnswer | Fault) => void) => void
  /** Breaks the cross off. */
  readonly stop: () => void
}

/** @param script of this page, which is that of the thread too @param rules text of the rule set */
export function startQuestions(
  script: string,
  rules: string,
  onBroken: (message: string) => void,
): Questions {
  let last = 0
  let running: number | undefined
  const waiting = new Map<
    number,
    { readonly asked: WorkerQuestion; readonly hear: (told: WorkerAnswer) => void }
  >()
  const start = (): Worker => {
    const thread = new Worker(script, { type: 'module' })
    thread.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) =>
      waiting.get(data.id)?.hear(data),
    )
    thread.addEventListener('error', (event) => onBroken(event.message))
    thread.postMessage({ kind: 'rules', text: rules } satisfies WorkerQuestion)
    return thread
  }
  let thread = start()
  const ask = (kind: Kind, fields: Fields, hear: (told: WorkerAnswer) => void): number => {
    const id = ++last
    const asked = { kind, id, fields }
    waiting.set(id, { asked, hear })
    thread.postMessage(asked satisfies WorkerQuestion)
    return id
  }
  const stop = (): void => {
    if (running === undefined) return
    waiting.delete(running)
    running = undefined
    thread.terminate()
    thread = start()
    for (const { asked } of waiting.values()) thread.postMessage(asked)
  }
  const begin = (kind: 'foals' | 'infer', fields: Fields, hear: (told: WorkerAnswer) => void): void => {
    stop()
    running = ask(kind, fields, (told) => {
      const isLast = !('rows' in told) || told.envelope !== undefined
      if (isLast) {
        waiting.delete(told.id)
        running = undefined
      }
      hear(told)
    })
  }
  const once = (kind: Exclude<Kind, 'foals' | 'infer'>, fields: Fields): Promise<WorkerAnswer> =>
    new Promise((resolve) => {
      const id = ask(kind, fields, (told) => {
        waiting.delete(id)
        resolve(told)
      })
    })
  return {
    genes: async (lang) => {
      const told = await once('genes', { lang })
      if ('genes' in told) return { ...told.genes, animal: told.animal }
      throw new Error('fault' in told ? told.fault.message : 'no genes')
    },
    horse: async (fields) => {
      const told = await once('horse', fields)
      if ('horse' in told) return told.horse
      if ('fault' in told) return told.fault
      throw new Error('no horse')
    },
    picture: async (fields) => {
      const told = await once('picture', fields)
      return 'picture' in told && told.picture.isDrawn ? told.picture : undefined
    },
    names: async (lang) => {
      const told = await once('names', { lang })
      return 'names' in told ? told.names : []
    },
    infer: (fields, hear) => {
      begin('infer', fields, (told) => {
        if ('fault' in told) hear(told.fault)
        else if ('inferred' in told) hear(told)
      })
    },
    foals: (fields, hear) => {
      begin('foals', fields, (told) => {
        if ('fault' in told) hear(told.fault)
        else if ('rows' in told) hear(told)
      })
    },
    stop,
  }
}
