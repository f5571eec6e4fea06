import type { GuideEntry } from '#contract/site/guides.ts';
import type { ReactNode } from 'react';
import type { Environment } from '#contract/region.ts';
import type { HeaderStyle } from '#contract/theme/header-style.ts';
import type { Caller, NavArea } from '../../base/navigation.ts';

/** What the frame shows of the person signed in. */
export type FrameMe = { uuid?: string; userId: string; familyName?: string | null; givenName?: string | null };

export type FrameTenant = {
  tenantId: string;
  name: string;
  country?: string | null;
  themeColor?: string | null;
  logoUrl?: string | null;
  /** Whether the logo stands on a light plate where its ground is dark. */
  logoPlate?: boolean;
  /** What the header calls the tenant, in place of its name. */
  headerTitle?: string | null;
  headerStyle?: HeaderStyle;
};

/** The flags of the spec's page layout (section 2). */
export type FrameFlags = {
  /** Nobody is signed in: no navigation, no account menu. */
  guest?: boolean;
  /** Signed in for one purpose only (an expired password): sign-out is all there is. */
  limitedLogin?: boolean;
  /** The top page: the header shows the tenant instead of a page title. */
  topPage?: boolean;
  /** An administrators' page: the header says so. */
  adminHeader?: boolean;
  /** Shown inside a settings page to look at: nothing in the header does anything. */
  preview?: boolean;
};

export type FrameProps = {
  product: string;
  /** The page's title, for the browser's tab. */
  title: string;
  /** The area it belongs to, for the header; absent where the page itself says so. */
  areaTitle?: string | undefined;
  me: FrameMe | null;
  tenant: FrameTenant | null;
  /** Where people try things (`devj` …); absent where the product serves customers. */
  environment?: Environment | undefined;
  flags?: FrameFlags;
  navigation?: readonly NavArea[];
  /** Who looks; without it there is no command palette. */
  caller?: Caller | undefined;
  /** The path of the page, to mark its entry in the navigation. */
  at: string;
  /** The time zone of all times of the page. */
  zone?: string | undefined;
  helpUrl?: string | undefined;
  notificationUrl?: string | undefined;
  termsUrl?: string | undefined;
  privacyPolicyUrl?: string | undefined;
  onSwitchAccount?: (() => void) | undefined;
  onSignOut?: (() => void) | undefined;
  onNavigate: (path: string) => void;
  /** The tray of running jobs. */
  tray?: ReactNode;
  /** Finds more than pages for the command palette: users, groups, devices. */
  search?: ((keyword: string, signal: AbortSignal) => Promise<readonly FoundThing[]>) | undefined;
  /** The guides that the command palette finds, asked for when it first opens. */
  guides?: (() => Promise<readonly GuideEntry[]>) | undefined;
  children: ReactNode;
};

export type FoundThing = { path: string; label: string; kind: string };
