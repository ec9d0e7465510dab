/**
 * A pool of worker threads (piscina), created with the first question to keep the start short.
 * Guarantees: where the pool cannot be created only the question fails that needed it, and the next one tries again; idle
 * threads do not keep the process alive and end after a while; one that dies is replaced by the next question.
 */
import type { Piscina } from 'piscina'

type Options = NonNullable<ConstructorParameters<typeof Piscina>[0]>

const IDLE_MILLISECONDS = 60_000
const MEGABYTES = 512

export class ThreadPool {
  private made: Promise<Piscina> | undefined

  /** @param onIdleLoss called when an idle thread dies, which would end the process otherwise */
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

  /** Ends the threads. Whoever needs the pool afterwards gets a new one. */
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
