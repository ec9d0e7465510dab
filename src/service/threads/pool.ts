/**
 * A pool of threads (piscina), loaded and made with the first question, since no start needs it.
 * Guarantees: a pool that cannot be made costs the question only that asked for it: the next one tries again; idle threads
 * keep no process alive, end after a while, and one that dies is replaced by the next question.
 */
import type { Piscina } from 'piscina'

type Options = NonNullable<ConstructorParameters<typeof Piscina>[0]>

const IDLE_MILLISECONDS = 60_000
const MEGABYTES = 512

export class ThreadPool {
  private made: Promise<Piscina> | undefined

  /** @param onIdleLoss without a listener the loss of an idle thread would end the process */
  constructor(
    private readonly options: Options,
    private readonly onIdleLoss: (error: unknown) => void = () => {},
  ) {}

  async pool(): Promise<Piscina> {
    try {
      return await (this.made ??= this.make())
    } catch (error) {
      this.made = undefined
      throw error
    }
  }

  /** Ends the threads; who asks for the pool afterwards has new ones. */
  async close(): Promise<void> {
    const { made } = this
    this.made = undefined
    await (await made)?.destroy()
  }

  private async make(): Promise<Piscina> {
    const { Piscina: Pool } = await import('piscina')
    const pool = new Pool({
      name: 'answer',
      minThreads: 0,
      idleTimeout: IDLE_MILLISECONDS,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      atomics: 'disabled',
      recordTiming: false,
      ...this.options,
    })
    return pool.on('error', this.onIdleLoss)
  }
}
