import type { ReactNode } from 'react'
import { Logo } from '../lib/logo.tsx'

export const EntryFrame = ({ children }: { children: ReactNode }) => (
  <main className="grid min-h-dvh place-items-center bg-canvas p-4">
    <div className="w-full max-w-sm">
      <div className="mb-6 flex items-center justify-center gap-2.5">
        <Logo />
        <div>
          <p className="text-lg leading-tight font-semibold">Stykkliste</p>
          <p className="text-xs text-muted">Stykkliste-system</p>
        </div>
      </div>
      <div className="panel p-6 shadow-raised">{children}</div>
    </div>
  </main>
)
