import type { KeyboardEvent, ReactNode } from 'react'

type Props = {
  is: boolean
  /** Nothing in it may be used meanwhile. Not for what may have the focus. */
  locked?: boolean
  children: ReactNode
}

/** Dims what still answers an earlier question, unless the new answer comes at once. */
export const Outdated = ({ is, locked = false, children }: Props) => (
  <div
    aria-busy={is}
    inert={locked && is}
    className="contents *:transition-opacity aria-busy:*:opacity-50 aria-busy:*:delay-300"
  >
    {children}
  </div>
)

/** While a combobox has only outdated options, Enter would close it without a choice. */
export const awaitOptions =
  (areOld: boolean) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const hasActive = event.currentTarget.hasAttribute('aria-activedescendant')
    if (areOld && event.key === 'Enter' && !hasActive) event.preventDefault()
  }
