import { Branding } from '../../features/tenant/branding/Branding.tsx';
import { Header, type HeaderProps } from '../layout/Header.tsx';

/** The header of the portal, to be looked at. */
function HeaderShown(props: Pick<HeaderProps, 'product' | 'title' | 'me' | 'tenant'>) {
  return (
    <Header
      {...props}
      flags={{ preview: true, adminHeader: true }}
      at=""
      onNavigate={() => {}}
      onMenu={undefined}
      menuOpened={false}
    >
      {null}
    </Header>
  );
}

/** The tenant's look, with the header that wears it. */
export const BrandingPage = () => <Branding Header={HeaderShown} />;
