//! Pictures of every kind, whole and broken, built byte by byte, and what is said of each.

use fake_mealie::SAMPLE_PICTURES;
use flate2::Crc;
use proptest::prelude::*;

use super::*;

/// A chunk of a PNG, with its sum.
fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(content);
    let length = u32::try_from(content.len()).unwrap();
    [&length.to_be_bytes()[..], kind, content, &sum.sum().to_be_bytes()].concat()
}

fn png_of(chunks: &[Vec<u8>]) -> Vec<u8> {
    [&b"\x89PNG\r\n\x1a\n"[..], &chunks.concat()].concat()
}

fn png_header(width: u32, height: u32) -> Vec<u8> {
    let how = [8, 2, 0, 0, 0];
    chunk(b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &how].concat())
}

fn png(width: u32, height: u32) -> Vec<u8> {
    png_of(&[png_header(width, height), chunk(b"IDAT", b"x"), chunk(b"IEND", b"")])
}

/// A segment of a JPEG, with its length.
fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap();
    [&[0xFF, marker][..], &length.to_be_bytes(), content].concat()
}

fn jpeg_of(segments: &[Vec<u8>]) -> Vec<u8> {
    [&b"\xFF\xD8"[..], &segments.concat()].concat()
}

fn frame(marker: u8, width: u16, height: u16) -> Vec<u8> {
    segment(marker, &[&[8][..], &height.to_be_bytes(), &width.to_be_bytes(), &[1, 1, 0x11, 0]].concat())
}

fn scan() -> Vec<u8> {
    [segment(0xDA, b"\x01\x01\x00\x00\x3f\x00"), b"pixels\xFF\xD9".to_vec()].concat()
}

fn jpeg(width: u16, height: u16) -> Vec<u8> {
    jpeg_of(&[segment(0xE0, b"JFIF\0"), frame(0xC0, width, height), scan()])
}

/// A chunk of a WebP.
fn part(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap();
    let odd: &[u8] = if content.len().is_multiple_of(2) { b"" } else { b"\0" };
    [&kind[..], &length.to_le_bytes(), content, odd].concat()
}

fn webp_of(parts: &[Vec<u8>]) -> Vec<u8> {
    let parts = parts.concat();
    let length = u32::try_from(parts.len() + 4).unwrap();
    [&b"RIFF"[..], &length.to_le_bytes(), b"WEBP", &parts].concat()
}

fn lossy(width: u16, height: u16) -> Vec<u8> {
    part(b"VP8 ", &[&b"\x50\x01\x00\x9d\x01\x2a"[..], &width.to_le_bytes(), &height.to_le_bytes()].concat())
}

fn lossless(width: u32, height: u32) -> Vec<u8> {
    let bits = (width - 1) | (height - 1) << 14;
    part(b"VP8L", &[&b"\x2f"[..], &bits.to_le_bytes(), b"pixels"].concat())
}

fn canvas(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let (width, height) = ((width - 1).to_le_bytes(), (height - 1).to_le_bytes());
    part(b"VP8X", &[&[flags, 0, 0, 0][..], &width[..3], &height[..3]].concat())
}

fn webp(width: u16, height: u16) -> Vec<u8> {
    webp_of(&[lossy(width, height)])
}

fn check(bytes: Vec<u8>, told: Kind) -> Result<(), String> {
    let checked = Picture::check(Bytes::from(bytes), told);
    checked.map(|_| ()).map_err(|failure| failure.words().ours)
}

#[test]
fn live_7_a_picture_is_taken_for_what_it_is() {
    for (ending, bytes) in SAMPLE_PICTURES {
        for kind in [Kind::Jpeg, Kind::Png, Kind::Webp] {
            let checked = check(bytes.to_vec(), kind);
            assert_eq!(checked.is_ok(), kind.extension() == ending, "{ending}, {checked:?}");
        }
    }
    assert_eq!(
        check(png(8, 6), Kind::Webp).unwrap_err(),
        "Argument `format`: says WebP, and the picture is a PNG. Nothing was changed."
    );
}

#[test]
fn live_7_a_header_is_read_wherever_it_may_stand() {
    let photo = segment(0xE1, &[b"Exif\0\0".to_vec(), jpeg(160, 120)].concat());
    for (row, bytes, kind) in [
        ("a thumbnail before the frame", jpeg_of(&[photo, frame(0xC2, 4000, 3000), scan()]), Kind::Jpeg),
        ("fill bytes before a marker", jpeg_of(&[vec![0xFF; 9], frame(0xC0, 8, 6), scan()]), Kind::Jpeg),
        (
            "something between segments",
            jpeg_of(&[segment(0xE0, b""), b"?\xFF\0?".to_vec(), frame(0xC0, 8, 6)]),
            Kind::Jpeg,
        ),
        (
            "a PNG with a text",
            png_of(&[png_header(8, 6), chunk(b"tEXt", b"x"), chunk(b"IDAT", b"")]),
            Kind::Png,
        ),
        ("a lossless frame", webp_of(&[lossless(8, 6)]), Kind::Webp),
        (
            "a canvas with its frame",
            webp_of(&[canvas(0x10, 8, 6), part(b"ALPH", b"abc"), lossy(8, 6)]),
            Kind::Webp,
        ),
        ("a canvas with a lossless frame", webp_of(&[canvas(0x10, 8, 6), lossless(8, 6)]), Kind::Webp),
    ] {
        assert_eq!(check(bytes, kind), Ok(()), "{row}");
    }
}

#[test]
fn live_7_what_is_no_picture_is_called_by_its_name() {
    for (row, bytes, want) in [
        ("nothing", &b""[..], "is no picture"),
        ("words", b"pea soup", "is no picture"),
        ("the beginning of a PNG", b"\x89PNG\r\n", "is no picture"),
        ("a RIFF of sounds", b"RIFF\x04\0\0\0WAVE", "is no picture"),
        ("a film", b"\0\0\0\x18ftypmp42", "is no picture"),
        ("a GIF", b"GIF89a\x08\0\x06\0", "is a GIF"),
        ("a photo of an iPhone", b"\0\0\0\x18ftypheic", "is a HEIC"),
        ("another one", b"\0\0\0\x18ftypmif1", "is a HEIC"),
        ("an AVIF", b"\0\0\0\x1cftypavif", "is an AVIF"),
        ("a BMP", b"BM\x36\x03\0\0", "is a BMP"),
        ("a TIFF", b"II*\0\x08\0\0\0", "is a TIFF"),
        ("a PDF", b"%PDF-1.7", "is a PDF"),
        ("an SVG", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is an SVG"),
    ] {
        let said = check(bytes.to_vec(), Kind::Png).unwrap_err();
        assert!(said.starts_with(&format!("Argument `image_base64`: {want}")), "{row}: {said}");
    }
}

#[test]
fn live_7_a_header_that_says_nothing_or_two_things_is_refused() {
    let second = |marker| jpeg_of(&[frame(0xC0, 8, 6), frame(marker, 65_535, 65_535), scan()]);
    for (row, bytes, kind) in [
        ("a JPEG without a frame", jpeg_of(&[segment(0xE0, b"JFIF\0"), scan()]), Kind::Jpeg),
        ("a JPEG that ends at once", b"\xFF\xD8\xFF".to_vec(), Kind::Jpeg),
        ("a frame without a size", jpeg_of(&[vec![0xFF, 0xC0, 0, 4, 8, 0]]), Kind::Jpeg),
        (
            "a segment shorter than its length",
            jpeg_of(&[vec![0xFF, 0xE0, 0, 1], frame(0xC0, 8, 6)]),
            Kind::Jpeg,
        ),
        ("two frames", second(0xC0), Kind::Jpeg),
        ("two frames of two kinds", second(0xC2), Kind::Jpeg),
        (
            "a frame behind an end",
            jpeg_of(&[frame(0xC0, 8, 6), vec![0xFF, 0xD9], frame(0xC0, 9, 9), scan()]),
            Kind::Jpeg,
        ),
        ("a size for hierarchies", second(0xDE), Kind::Jpeg),
        ("an extension", jpeg_of(&[segment(0xF0, &frame(0xC0, 9, 9)), frame(0xC0, 8, 6)]), Kind::Jpeg),
        ("a PNG that begins with its pixels", png_of(&[chunk(b"IDAT", b""), png_header(8, 6)]), Kind::Png),
        ("a PNG that begins with a text", png_of(&[chunk(b"tEXt", b""), png_header(8, 6)]), Kind::Png),
        ("a PNG with two headers", png_of(&[png_header(8, 6), png_header(60_000, 60_000)]), Kind::Png),
        ("a header that is too short", png_of(&[chunk(b"IHDR", &[0; 12])]), Kind::Png),
        ("a header that is too long", png_of(&[chunk(b"IHDR", &[1; 14])]), Kind::Png),
        ("a PNG that ends at once", png_of(&[]), Kind::Png),
        ("a WebP that ends at once", webp_of(&[]), Kind::Webp),
        ("a WebP of something else", webp_of(&[part(b"ICCP", b"xx"), lossy(8, 6)]), Kind::Webp),
        ("a frame that is none", webp_of(&[part(b"VP8 ", b"0123456789")]), Kind::Webp),
        (
            "a frame that builds on another",
            webp_of(&[part(b"VP8 ", b"\x51\0\0\x9d\x01\x2a\x08\0\x06\0")]),
            Kind::Webp,
        ),
        ("a lossless frame that is none", webp_of(&[part(b"VP8L", b"01234")]), Kind::Webp),
        ("a canvas that is too short", webp_of(&[part(b"VP8X", b"012345678")]), Kind::Webp),
        ("a frame larger than its canvas", webp_of(&[canvas(0, 8, 6), lossy(16_383, 16_383)]), Kind::Webp),
        ("a frame smaller than its canvas", webp_of(&[canvas(0, 8, 6), lossless(4, 3)]), Kind::Webp),
        ("two canvases", webp_of(&[canvas(0, 8, 6), canvas(0, 9, 9), lossy(9, 9)]), Kind::Webp),
    ] {
        let said = check(bytes, kind).unwrap_err();
        assert!(said.contains("it is damaged"), "{row}: {said}");
    }
}

#[test]
fn live_7_a_moving_picture_is_refused() {
    let control = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    for (row, bytes, kind) in [
        ("a PNG", png_of(&[png_header(8, 6), control, chunk(b"IDAT", b"")]), Kind::Png),
        ("a WebP that says so", webp_of(&[canvas(0b10, 8, 6), part(b"ANIM", &[0; 6])]), Kind::Webp),
        ("a WebP that does not say so", webp_of(&[canvas(0, 8, 6), part(b"ANMF", &[0; 16])]), Kind::Webp),
    ] {
        let said = check(bytes, kind).unwrap_err();
        assert!(said.contains("animated"), "{row}: {said}");
    }
}

#[test]
fn live_7_fifty_megapixels_are_taken_and_one_line_more_is_not() {
    for (row, kind, make) in [
        ("JPEG", Kind::Jpeg, (|width, height| jpeg(width, height)) as fn(u16, u16) -> Vec<u8>),
        ("PNG", Kind::Png, |width, height| png(width.into(), height.into())),
        ("WebP", Kind::Webp, webp),
        ("WebP, lossless", Kind::Webp, |width, height| webp_of(&[lossless(width.into(), height.into())])),
        ("WebP, extended", Kind::Webp, |width, height| webp_of(&[canvas(0, width.into(), height.into())])),
    ] {
        assert_eq!(check(make(10_000, 5_000), kind), Ok(()), "{row}");
        let said = check(make(10_000, 5_001), kind).unwrap_err();
        assert!(said.contains("is 10000 by 5001 pixels: at most 50 megapixels"), "{row}: {said}");
    }
}

#[test]
fn live_7_a_size_beyond_all_numbers_is_only_too_large() {
    for (row, bytes, kind) in [
        ("PNG", png(u32::MAX, u32::MAX), Kind::Png),
        ("JPEG", jpeg(u16::MAX, u16::MAX), Kind::Jpeg),
        ("WebP", webp_of(&[canvas(0, 1 << 24, 1 << 24)]), Kind::Webp),
    ] {
        assert!(check(bytes, kind).unwrap_err().contains("at most 50 megapixels"), "{row}");
    }
}

#[test]
fn live_7_a_picture_without_extent_is_none() {
    for (row, bytes, kind) in [
        ("PNG, no width", png(0, 6), Kind::Png),
        ("PNG, no height", png(8, 0), Kind::Png),
        // Its height would stand behind the scan, where hardly any program looks for it.
        ("JPEG, no height", jpeg(8, 0), Kind::Jpeg),
        ("JPEG, no width", jpeg(0, 6), Kind::Jpeg),
        ("WebP, no width", webp(0, 6), Kind::Webp),
        ("WebP, no height", webp(8, 0), Kind::Webp),
    ] {
        assert!(check(bytes, kind).unwrap_err().contains("without width or height"), "{row}");
    }
}

#[test]
fn live_7_six_mebibytes_are_taken_and_one_byte_more_is_not() {
    let mut bytes = png(8, 6);
    bytes.resize(MAX_BYTES, 0);
    assert_eq!(check(bytes.clone(), Kind::Png), Ok(()));
    bytes.push(0);
    assert!(check(bytes, Kind::Png).unwrap_err().contains("more than 6 MiB"));
}

#[test]
fn live_7_every_word_about_a_picture() {
    let all = [
        Objection::TooLarge,
        Objection::NoPicture,
        Objection::Other("a HEIC, as iPhones take them"),
        Objection::Mistaken { told: Kind::Jpeg, is: Kind::Png },
        Objection::Damaged(Kind::Webp),
        Objection::Animated,
        Objection::Empty,
        Objection::Bomb(Size { width: 30_000, height: 20_000 }),
    ];
    let words = all.map(|objection| format!("Argument `{}`: {objection}.", objection.argument()));
    insta::assert_snapshot!(words.join("\n"));
}

/// Six mebibytes of the shortest pieces there are: whoever goes back over them would not come to an end.
#[test]
fn bnd_7_the_worst_of_headers_is_read_once() {
    let most = |beginning: Vec<u8>, piece: &[u8]| {
        let times = (MAX_BYTES - beginning.len()) / piece.len();
        [beginning, piece.repeat(times)].concat()
    };
    for (row, bytes, kind) in [
        ("markers", most(jpeg_of(&[]), b"\xFF\xD0"), Kind::Jpeg),
        ("fill bytes", most(jpeg_of(&[]), b"\xFF"), Kind::Jpeg),
        ("escapes", most(jpeg_of(&[]), b"\xFF\0"), Kind::Jpeg),
        ("nothing at all", most(b"\xFF\xD8\xFF\xD0".to_vec(), b"\0"), Kind::Jpeg),
        ("empty segments", most(jpeg_of(&[]), b"\xFF\xE0\0\x02"), Kind::Jpeg),
        ("empty chunks of a PNG", most(png_of(&[]), &chunk(b"tEXt", b"")), Kind::Png),
    ] {
        assert!(check(bytes, kind).unwrap_err().contains("it is damaged"), "{row}");
    }
    assert_eq!(check(most(png_of(&[png_header(8, 6)]), &chunk(b"tEXt", b"")), Kind::Png), Ok(()));
    assert_eq!(check(most(webp_of(&[canvas(0, 8, 6)]), &part(b"EXIF", b"")), Kind::Webp), Ok(()));
}

/// Bytes that begin like a picture and go on in pieces that look like its own.
fn nearly_a_picture() -> impl Strategy<Value = Vec<u8>> {
    let size = || prop_oneof![0..9_u32, any::<u32>()];
    let junk = || prop::collection::vec(any::<u8>(), 0..24);
    let piece = prop_oneof![
        junk(),
        (any::<u8>(), junk()).prop_map(|(marker, content)| segment(marker, &content)),
        (any::<u8>(), any::<u16>(), any::<u16>())
            .prop_map(|(marker, width, height)| frame(marker, width, height)),
        (size(), size()).prop_map(|(width, height)| png_header(width, height)),
        (prop::sample::select(vec![*b"IDAT", *b"acTL", *b"tEXt"]), junk())
            .prop_map(|(kind, content)| chunk(&kind, &content)),
        (any::<u16>(), any::<u16>()).prop_map(|(width, height)| lossy(width, height)),
        (prop::sample::select(vec![*b"VP8X", *b"VP8L", *b"ANMF"]), junk())
            .prop_map(|(kind, content)| part(&kind, &content)),
    ];
    let beginning = prop_oneof![
        Just(jpeg_of(&[])),
        Just(png_of(&[])),
        Just(webp_of(&[])),
        Just(b"\xFF\xD8\xFF".to_vec()),
        junk(),
    ];
    (beginning, prop::collection::vec(piece, 0..6), any::<prop::sample::Index>()).prop_map(
        |(beginning, pieces, end)| {
            let mut bytes = [beginning, pieces.concat()].concat();
            // Half of them end anywhere.
            if end.index(2) == 0 {
                bytes.truncate(end.index(bytes.len() + 1));
            }
            bytes
        },
    )
}

proptest! {
    #[test]
    fn live_7_no_bytes_make_a_reader_panic_and_what_is_taken_is_within_bounds(bytes in nearly_a_picture()) {
        for kind in [Kind::Jpeg, Kind::Png, Kind::Webp] {
            if let Ok(size) = header::size(kind, &bytes) {
                let taken = judge(&bytes, kind) == Ok(());
                prop_assert!(!taken || (1..=MAX_PIXELS).contains(&size.pixels()));
            }
        }
    }
}
