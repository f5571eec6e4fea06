import * as contract from '#contract/tenant/custom-theme.ts';
import { MAX_LOGO_BYTES, MAX_MAIL_IMAGE_BYTES } from '#contract/theme/logo.ts';
import type { Readable } from 'node:stream';
import { readForm } from '../../platform/http/form.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { changeCustomTheme, showCustomTheme } from './custom-theme.ts';
import { readImage } from '../../platform/images/read-image.ts';
import { keepLogo, keepMailImage, readMailImage, requireLogo } from './logos.ts';
import { previewMail } from './mail-preview.ts';

async function whole(content: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export const customThemeRoutes: Served[] = [
  handle(contract.getCustomTheme, ({ tx, caller }) => showCustomTheme(tx, caller.tenantId)),
  handle(contract.updateCustomTheme, ({ tx, caller, body, now, audit }) =>
    changeCustomTheme(tx, caller.tenantId, body, now, (changes) => audit(tx, { targetId: caller.tenantId, changes })),
  ),
  handle(contract.uploadLogo, async ({ tools, caller, request, now, audit }) => {
    const { tenantId } = caller;
    const form = contract.uploadLogo.form;
    const { removed, ...image } = await readForm(request, form, MAX_LOGO_BYTES, async (_, { content }) =>
      readImage(await whole(content)),
    );
    return tools.db.inTenant(tenantId, async (tx) => {
      const logo = await keepLogo(tx, tenantId, image, now);
      await audit(tx, { targetId: logo.logoId, changes: { mediaType: { after: logo.mediaType } } });
      return { logo, removed };
    });
  }),
  handle(contract.addMailImage, async ({ tools, caller, params, request, now, audit }) => {
    const { tenantId } = caller;
    const { logoId } = params;
    await tools.db.inTenant(tenantId, (tx) => requireLogo(tx, logoId));
    const image = await readForm(request, contract.addMailImage.form, MAX_MAIL_IMAGE_BYTES, async (_, { content }) =>
      readMailImage(await whole(content)),
    );
    return tools.db.inTenant(tenantId, async (tx) => {
      const logo = await keepMailImage(tx, tenantId, { logoId, image, now });
      await audit(tx, { targetId: logoId });
      return logo;
    });
  }),
  handle(contract.previewThemeMail, ({ tools, tx, caller, body }) => previewMail(tools, tx, caller, body)),
];
