import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import { count } from './format.ts'

export type TabContent = {
  readonly label: string
  readonly icon?: ReactNode
  /** Beside the label, but not part of the accessible name. */
  readonly count?: number | undefined
  readonly content: ReactNode
}

type Props = {
  label: string
  tabs: readonly TabContent[]
  /** For controlled tabs. */
  selected?: number
  onSelect?: (index: number) => void
}

const tabLook =
  'flex h-10 shrink-0 -outline-offset-2 items-center gap-1.5 border-b-2 border-transparent px-3 font-medium text-muted hover:text-ink data-selected:border-accent data-selected:text-ink [&_svg]:size-4'

/** Tabs that fill the height. Only the selected panel is rendered. */
export const Tabs = ({ label, tabs, selected, onSelect }: Props) => (
  <TabGroup
    className="flex min-h-0 flex-1 flex-col"
    {...(selected !== undefined && { selectedIndex: selected })}
    {...(onSelect && { onChange: onSelect })}
  >
    <TabList
      aria-label={label}
      className="flex shrink-0 overflow-x-auto max-[22.5rem]:flex-wrap border-b border-line px-3 [scrollbar-width:none]"
    >
      {tabs.map(({ label: name, icon, count: items }) => (
        <Tab key={name} className={tabLook}>
          {icon}
          {name}
          {items !== undefined && items > 0 && (
            <span
              aria-hidden
              className="min-w-5 rounded-full bg-sunken px-1.5 text-center text-xs leading-5 text-muted tabular-nums"
            >
              {count(items)}
            </span>
          )}
        </Tab>
      ))}
    </TabList>
    <TabPanels className="flex min-h-0 flex-1 flex-col">
      {tabs.map(({ label: name, content }) => (
        <TabPanel key={name} className="flex min-h-0 flex-1 flex-col" tabIndex={-1}>
          {content}
        </TabPanel>
      ))}
    </TabPanels>
  </TabGroup>
)
