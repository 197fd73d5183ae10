// antd's QR code in the look's ink. A file of its own, so that it is loaded alone.
import { QRCode } from 'antd';

export default function QrCode({ value, label, size }: { value: string; label: string; size: number }) {
  return (
    <div role="img" aria-label={label}>
      <div aria-hidden="true">
        <QRCode
          value={value}
          size={size}
          type="svg"
          color="#101B27"
          bgColor="#FFFFFF"
          bordered={false}
          errorLevel="M"
        />
      </div>
    </div>
  );
}
