import type { ReactNode } from 'react'

/** A titled group of fields, in two columns where there is room. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0">
    <legend className="float-left mb-3 w-full text-base font-semibold">{title}</legend>
    <div className="clear-both grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2">{children}</div>
  </fieldset>
)
