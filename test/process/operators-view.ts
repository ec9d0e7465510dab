/**
 * What an operator sees of a server besides its log: readiness and metrics.
 */
export interface OperatorsView {
  readonly status: number
  readonly body: { readonly ready: boolean; readonly degraded?: string }
  readonly metrics: string
}

export async function operatorsView(port: number): Promise<OperatorsView> {
  const readiness = await fetch(`http://127.0.0.1:${port}/readyz`)
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return {
    status: readiness.status,
    body: (await readiness.json()) as OperatorsView['body'],
    metrics,
  }
}

/** The value of a metric as `/metrics` spells it, labels included; undefined when it is not there. */
export function metric({ metrics }: OperatorsView, spelling: string): number | undefined {
  const line = metrics.split('\n').find((each) => each.startsWith(`${spelling} `))
  return line === undefined ? undefined : Number(line.slice(spelling.length))
}

/** Lines of a log that contain the text. */
export function linesWith(out: string, text: string): readonly string[] {
  return out.split('\n').filter((line) => line.includes(text))
}
