/**
 * Sends questions from the page to its worker.
 * Guarantees: of several questions of one kind only the last is answered; a running cross is cancelled at once by terminating the
 * worker and starting a new one.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import type { InferFields } from '../form/relatives.js'
import type { CoatWords } from '../form/coat-names.js'
import type { AnimalWords, Picture, ReportAnswer } from '../library.js'
import type {
  WorkerQuestion,
  Fault,
  FoalsAnswer,
  HorseAnswer,
  Inferred,
  Kind,
  PlanKind,
  Plans,
  WorkerAnswer,
} from './worker.js'

/** The genes, and the words for the animal. */
export interface Catalogue extends GenesAnswer {
  readonly animal: AnimalWords
}

export interface Questions {
  readonly genes: (language: string) => Promise<Catalogue>
  readonly horse: (fields: Fields) => Promise<HorseAnswer | Fault>
  /** Undefined if there is nothing to draw. */
  readonly picture: (fields: Fields) => Promise<Picture | undefined>
  /** Reads the text of a report. */
  readonly report: (fields: Fields) => Promise<ReportAnswer | Fault>
  /** Words to enter a coat with. */
  readonly words: (language: string) => Promise<CoatWords>
  /** Answers an inference question. Cancels an earlier one, or a cross. */
  readonly infer: (fields: InferFields, hear: (answer: Inferred | Fault) => void) => void
  /** Answers a cross in one or more parts, the last with the envelope. Cancels an earlier question like `infer` does. */
  readonly foals: (fields: Fields, hear: (answer: FoalsAnswer | Fault) => void) => void
  /** Answers in parts, then says that it has ended. Cancels an earlier question like `infer` does. */
  readonly plan: <Asked extends PlanKind>(
    kind: Asked,
    fields: Fields,
    hear: (part: Plans[Asked] | Fault | 'ended') => void,
  ) => void
  /** Cancels the running question. */
  readonly stop: () => void
}

/** @param script of the page, also used by the worker @param rules text of the rule set */
export function startQuestions(
  script: string,
  rules: string,
  onBroken: (message: string) => void,
): Questions {
  let last = 0
  let running: number | undefined
  const waiting = new Map<
    number,
    { readonly question: WorkerQuestion; readonly hear: (answer: WorkerAnswer) => void }
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
  const ask = (kind: Kind, fields: Fields, hear: (answer: WorkerAnswer) => void): number => {
    const id = ++last
    const question = { kind, id, fields }
    waiting.set(id, { question, hear })
    thread.postMessage(question satisfies WorkerQuestion)
    return id
  }
  const stop = (): void => {
    if (running === undefined) return
    waiting.delete(running)
    running = undefined
    thread.terminate()
    thread = start()
    for (const { question } of waiting.values()) thread.postMessage(question)
  }
  const begin = (
    kind: 'foals' | 'infer' | PlanKind,
    fields: Fields,
    hear: (answer: WorkerAnswer) => void,
  ): void => {
    stop()
    running = ask(kind, fields, (answer) => {
      const isLast = 'isLast' in answer ? answer.isLast : !('rows' in answer) || answer.envelope !== undefined
      if (isLast) {
        waiting.delete(answer.id)
        running = undefined
      }
      hear(answer)
    })
  }
  const once = (kind: Exclude<Kind, 'foals' | 'infer' | PlanKind>, fields: Fields): Promise<WorkerAnswer> =>
    new Promise((resolve) => {
      const id = ask(kind, fields, (answer) => {
        waiting.delete(id)
        resolve(answer)
      })
    })
  const wordsBy = new Map<string, Promise<WorkerAnswer>>()
  return {
    genes: async (lang) => {
      const answer = await once('genes', { lang })
      if ('genes' in answer) return { ...answer.genes, animal: answer.animal }
      throw new Error('fault' in answer ? answer.fault.message : 'no genes')
    },
    horse: async (fields) => {
      const answer = await once('horse', fields)
      if ('horse' in answer) return answer.horse
      if ('fault' in answer) return answer.fault
      throw new Error('no horse')
    },
    picture: async (fields) => {
      const answer = await once('picture', fields)
      return 'picture' in answer && answer.picture.isDrawn ? answer.picture : undefined
    },
    report: async (fields) => {
      const answer = await once('report', fields)
      if ('report' in answer) return answer.report
      if ('fault' in answer) return answer.fault
      throw new Error('no report')
    },
    words: async (lang) => {
      const known = wordsBy.get(lang) ?? once('names', { lang })
      wordsBy.set(lang, known)
      const answer = await known
      if ('words' in answer) return answer.words
      throw new Error('no words')
    },
    infer: (fields, hear) => {
      begin('infer', fields, (answer) => {
        if ('fault' in answer) hear(answer.fault)
        else if ('inferred' in answer) hear(answer)
      })
    },
    foals: (fields, hear) => {
      begin('foals', fields, (answer) => {
        if ('fault' in answer) hear(answer.fault)
        else if ('rows' in answer) hear(answer)
      })
    },
    plan: <Asked extends PlanKind>(
      kind: Asked,
      fields: Fields,
      hear: (part: Plans[Asked] | Fault | 'ended') => void,
    ) => {
      begin(kind, fields, (answer) => {
        if ('fault' in answer) hear(answer.fault)
        else if ('isLast' in answer) hear(answer.isLast ? 'ended' : (answer.part as Plans[Asked]))
      })
    },
    stop,
  }
}
