import { queryOptions } from '@tanstack/react-query';
import type {
  addMailImage,
  getCustomTheme,
  Logo,
  previewThemeMail,
  updateCustomTheme,
  uploadLogo,
} from '#contract/tenant/custom-theme.ts';
import type { BodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { upload } from '../../../api/upload.ts';
import type { Look } from './look.ts';

export const customThemeQuery = queryOptions({
  queryKey: ['customTheme'],
  queryFn: ({ signal }) =>
    call<typeof getCustomTheme>({ method: 'GET', path: '/api/portal/customTheme', pattern: 'powerUser', signal }),
});

export function saveLook({ logo, headerTitle, ...look }: Look, version: string) {
  const body = { ...look, headerTitle: headerTitle?.trim() || null, logoId: logo?.logoId ?? null, version };
  return call<typeof updateCustomTheme>({ method: 'PUT', path: '/api/portal/customTheme', body, pattern: 'powerUser' });
}

const unwatched = () => ({ onProgress: () => {}, signal: new AbortController().signal });

export const sendLogo = (file: File) =>
  upload<typeof uploadLogo>({
    path: '/api/portal/customTheme/logo',
    params: undefined,
    fields: {},
    file,
    ...unwatched(),
  });

export const sendMailImage = ({ logoId }: Logo, file: File) =>
  upload<typeof addMailImage>({
    path: '/api/portal/customTheme/logo/{logoId}/mailImage',
    params: { logoId },
    fields: {},
    file,
    ...unwatched(),
  });

type MailAsked = BodyOf<typeof previewThemeMail>;

export const mailPreviewQuery = (body: MailAsked) =>
  queryOptions({
    queryKey: ['customTheme', 'mail', body],
    queryFn: ({ signal }) =>
      call<typeof previewThemeMail>({
        method: 'POST',
        path: '/api/portal/customTheme/mailPreview',
        body,
        pattern: 'powerUser',
        signal,
      }),
    staleTime: 60_000,
    retry: false,
  });
