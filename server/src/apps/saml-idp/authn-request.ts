import type { NameIdFormat } from '#contract/apps/saml-idp-values.ts';
import { POST_BINDING } from './metadata.ts';
import { RefusedRequest } from './problems.ts';
import { type Comparison, comparisons } from './contexts.ts';
import { formatOfUri } from './response.ts';
import { booleanOf, childOf, childrenOf, SAML, SAMLP, textOf, type XmlElement } from '../../platform/saml/read.ts';

export interface AuthnRequest {
  forceAuthn: boolean;
  isPassive: boolean;
  /** Null: the service provider's setting. `unsupported`: one that we do not have. */
  nameIdFormat: NameIdFormat | 'unsupported' | null;
  comparison: Comparison;
  contextClasses: string[];
}

const MOST_CLASSES = 20;

/**
 * What a request asks for, once `verified`. The answer goes to `acsUrl` only, and names an email address only where the
 * service provider's setting is that, or the request is `signed`: anybody can write an unsigned one. Throws
 * `RefusedRequest`, `BadXml`.
 */
export function readAuthnRequest(
  root: XmlElement,
  { acsUrl, usual, signed }: { acsUrl: string; usual: NameIdFormat; signed: boolean },
): AuthnRequest {
  const { AssertionConsumerServiceURL: asked, ProtocolBinding: binding } = root.attributes;
  if (asked !== undefined && asked !== acsUrl)
    throw new RefusedRequest('acsUrl', 'the address for the answer is not the registered one', asked);
  if (binding !== undefined && binding !== POST_BINDING)
    throw new RefusedRequest('request', 'the answer is wanted by another binding than POST');
  if (childOf(root, SAML, 'Subject')) throw new RefusedRequest('request', 'a subject is asked for');
  const context = childOf(root, SAMLP, 'RequestedAuthnContext');
  const comparison = (context?.attributes.Comparison ?? 'exact') as Comparison;
  const contextClasses = childrenOf(context, SAML, 'AuthnContextClassRef').map(textOf);
  if (!comparisons.includes(comparison) || contextClasses.length > MOST_CLASSES)
    throw new RefusedRequest('request', 'an authentication context that cannot be read');
  if (context && contextClasses.length === 0)
    throw new RefusedRequest('authnContext', 'authentication contexts by declaration');
  const format = readFormat(childOf(root, SAMLP, 'NameIDPolicy')?.attributes.Format);
  return {
    forceAuthn: booleanOf(root.attributes.ForceAuthn),
    isPassive: booleanOf(root.attributes.IsPassive),
    nameIdFormat: format === 'emailAddress' && format !== usual && !signed ? 'unsupported' : format,
    comparison,
    contextClasses,
  };
}

function readFormat(uri: string | undefined): AuthnRequest['nameIdFormat'] {
  if (uri === undefined) return null;
  const format = formatOfUri(uri);
  // "Unspecified" leaves the choice to us (SAML core 8.3.1).
  if (format === 'unspecified') return null;
  return format ?? 'unsupported';
}
