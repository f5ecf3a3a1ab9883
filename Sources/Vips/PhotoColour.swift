// Decides how a photo's numbers become sRGB.
import CVips

extension ColourConversions {
    /// What turns the picture's numbers into sRGB; nil keeps them: they are sRGB, nothing is known of them, or the
    /// profile is unusable, which the picture is not.
    func conversion(for image: OpenImage, header: PhotoHeader) -> ColourConversion? {
        let (space, alpha) = (image.info.space, image.info.alpha)
        let own = image.profile.flatMap { profile in
            space == CVIPS_OTHER ? nil : conversion(from: .profile(profile, space), alpha: alpha)
        }
        switch space {
        case CVIPS_CMYK:
            return own ?? conversion(from: .plainCMYK, alpha: alpha)
        case CVIPS_RGB where image.profile == nil && header.isAdobeRGB:
            return conversion(from: .adobeRGB, alpha: alpha)
        default:
            return own.flatMap { $0.keepsNumbers ? nil : $0 }
        }
    }
}
