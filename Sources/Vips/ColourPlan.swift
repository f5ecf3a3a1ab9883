// Decides how a photo's numbers become sRGB.
import CVips

/// What is to be done with the colours of one photo.
enum ColourPlan {
    /// They are sRGB, or nothing is known, or the profile is unusable: the picture is not.
    case keepNumbers
    case curves(ColourCurves)
    /// Through the embedded profile, by the colour engine.
    case embedded
    /// Inks without a usable profile.
    case builtInCMYK

    init(_ image: OpenImage, header: PhotoHeader) {
        let profile = image.profile.flatMap { ColourProfile($0) }
        switch image.info.space {
        case CVIPS_RGB, CVIPS_GREY:
            let isRGB = image.info.space == CVIPS_RGB
            guard let profile, profile.space == (isRGB ? .rgb : .grey) else {
                let isAdobeRGB = isRGB && image.profile == nil && header.isAdobeRGB
                self = isAdobeRGB ? .curves(.adobeRGB) : .keepNumbers
                return
            }
            guard let curves = profile.curves else {
                self = .embedded
                return
            }
            if curves.isSRGB {
                self = .keepNumbers
            } else {
                // The ground is sRGB already: colours must be converted before they are laid on it.
                self = image.info.alpha ? .embedded : .curves(curves)
            }
        case CVIPS_CMYK:
            self = profile?.space == .cmyk ? .embedded : .builtInCMYK
        default:
            self = .keepNumbers
        }
    }

    /// What to do if the colour engine refuses the embedded profile.
    func withoutProfile(_ image: OpenImage) -> ColourPlan {
        image.info.space == CVIPS_CMYK ? .builtInCMYK : .keepNumbers
    }

    var shim: cvips_colour {
        switch self {
        case .keepNumbers, .curves: CVIPS_KEEP_NUMBERS
        case .embedded: CVIPS_EMBEDDED_PROFILE
        case .builtInCMYK: CVIPS_BUILT_IN_CMYK
        }
    }
}
