import { isRefusal, refuse, refusals, type Refusal, type RefusalCode } from '#contracts/refusals.ts'

/** Thrown in routes only: the error handler turns it into a response. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.text ?? refusals[refusal.refused].text)
    this.refusal = refusal
  }
}

export const accepted = <T>(outcome: T | Refusal): T => {
  if (isRefusal(outcome)) throw new Refused(outcome)
  return outcome
}

export const refused = (code: RefusalCode, text?: string, details?: unknown): Refused =>
  new Refused(refuse(code, text, details))
