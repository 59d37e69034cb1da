import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Loader = () => Promise<{ default: ComponentType }>

const loaders: Readonly<Record<string, Loader>> = {
  '/': () =>
    import('../dashboard/dashboard-screen.tsx').then((m) => ({ default: m.DashboardScreen })),
  '/prosjekter': () =>
    import('../projects/projects-screen.tsx').then((m) => ({ default: m.ProjectsScreen })),
  '/motortypes': () =>
    import('../motors/motors-screen.tsx').then((m) => ({ default: m.MotorsScreen })),
  '/sensortypes': () =>
    import('../sensors/sensors-screen.tsx').then((m) => ({ default: m.SensorsScreen })),
  '/components': () =>
    import('../components/components-screen.tsx').then((m) => ({ default: m.ComponentsScreen })),
  '/assemblies': () =>
    import('../assemblies/assemblies-screen.tsx').then((m) => ({ default: m.AssembliesScreen })),
  '/suppliers': () =>
    import('../suppliers/suppliers-screen.tsx').then((m) => ({ default: m.SuppliersScreen })),
  '/manufacturers': () =>
    import('../manufacturers/manufacturers-screen.tsx').then((m) => ({
      default: m.ManufacturersScreen,
    })),
  '/konto': () =>
    import('../access/account-screen.tsx').then((m) => ({ default: m.AccountScreen })),
  '/brukere': () => import('../access/users-screen.tsx').then((m) => ({ default: m.UsersScreen })),
  '/sikkerhetslogg': () =>
    import('../access/security-log-screen.tsx').then((m) => ({ default: m.SecurityLogScreen })),
}

type Route = { readonly path: string; readonly Screen: LazyExoticComponent<ComponentType> }

/** Every page of the app, each a bundle of its own. No route has parameters. */
export const routes: readonly Route[] = Object.entries(loaders).map(([path, load]) => ({
  path,
  Screen: lazy(load),
}))

/** Fetches a page's code before it is opened. A failure shows when it is. */
export const preload = (path: string): void => {
  loaders[path]?.().catch((error: unknown) => console.warn(error))
}
