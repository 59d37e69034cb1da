import { Search } from 'lucide-react'

type Props = { label: string; value: string; onChange: (search: string) => void }

export const SearchBox = ({ label, value, onChange }: Props) => (
  <div
    className={`relative min-w-0 flex-1 basis-40 max-sm:basis-[calc(100%-10rem)] sm:max-w-sm ${value.trim() === '' ? 'print:hidden' : ''}`}
  >
    <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      className="control pl-8"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)
